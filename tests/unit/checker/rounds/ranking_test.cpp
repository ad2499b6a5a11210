#include "checker/rounds/ranking.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// Two triggers with an item point each; the tests write what they do.
struct RankTriggers : testing::Test {
    RankTriggers() {
        m.frames = 4;
        m.pending = 4;
        turn = m.point("turn");
        ping_point = m.point("ping");
        pong_point = m.point("pong");
        m.at(ping_point).control = false;
        m.at(pong_point).control = false;
        fuel = m.variable("fuel", m.range(0, 5), 5);
        used = m.variable("used", m.boolean());
        ping = m.trigger("ping", ping_point);
        pong = m.trigger("pong", pong_point);
        m.option(turn, "starts", m.c(1), m.label("starts", m.sequence({m.pend(ping), m.stop(turn)})));
    }
    void does(PointId point, std::vector<CodeId> body) {
        body.push_back(m.leave());
        m.option(point, "does", m.c(1), m.label("does", m.sequence(std::move(body))));
    }
    std::optional<Ranking> rank() { return rank_triggers(m.build()); }
    using Fields = std::vector<std::string>;

    ModelBuilder m;
    PointId turn, ping_point, pong_point;
    VarId fuel, used;
    TriggerId ping, pong;
};

TEST_F(RankTriggers, that_do_not_lead_back_end) {
    does(ping_point, {m.pend(pong)});
    does(pong_point, {});
    ASSERT_TRUE(rank());
}

TEST_F(RankTriggers, that_lead_back_and_use_nothing_up_are_refused) {
    does(ping_point, {m.pend(pong)});
    does(pong_point, {m.pend(ping)});
    EXPECT_FALSE(rank());
}

TEST_F(RankTriggers, that_use_something_up_end) {
    does(ping_point, {m.increase(fuel, m.c(-1)), m.pend(pong)});
    does(pong_point, {m.pend(ping)});
    const auto ranking = rank();
    ASSERT_TRUE(ranking);
    EXPECT_EQ(ranking->used_up, Fields{"fuel"});
}

TEST_F(RankTriggers, with_a_refund_are_refused) {
    does(ping_point, {m.increase(fuel, m.c(-1)), m.pend(pong)});
    does(pong_point, {m.increase(fuel, m.c(1)), m.pend(ping)});
    EXPECT_FALSE(rank());
}

TEST_F(RankTriggers, that_use_something_up_only_sometimes_are_refused) {
    does(ping_point, {m.when(m.cell(used), m.increase(fuel, m.c(-1))), m.pend(ping)});
    does(pong_point, {});
    EXPECT_FALSE(rank());
}

TEST_F(RankTriggers, that_fire_once_end) {
    does(ping_point, {m.when(m.cell(used), m.sequence({}), m.sequence({m.set(used, m.c(1)), m.pend(ping)}))});
    does(pong_point, {});
    const auto ranking = rank();
    ASSERT_TRUE(ranking);
    EXPECT_EQ(ranking->used_up, Fields{"used"});
}

TEST_F(RankTriggers, that_set_what_may_be_set_already_are_refused) {
    does(ping_point, {m.set(used, m.c(1)), m.pend(ping)});
    does(pong_point, {});
    EXPECT_FALSE(rank());
}

// Neither leads to the other, but each gives back what the other uses up, and both may be under way.
TEST_F(RankTriggers, that_feed_each_other_from_afar_are_refused) {
    const VarId oil = m.variable("oil", m.range(0, 5), 5);
    m.option(turn, "starts both", m.c(1),
             m.label("both", m.sequence({m.pend(ping), m.pend(pong), m.stop(turn)})));
    does(ping_point, {m.increase(fuel, m.c(-1)), m.increase(oil, m.c(1)), m.pend(ping)});
    does(pong_point, {m.increase(oil, m.c(-1)), m.increase(fuel, m.c(1)), m.pend(pong)});
    EXPECT_FALSE(rank());
}

TEST_F(RankTriggers, are_ruled_out_one_after_the_other) {
    const VarId oil = m.variable("oil", m.range(0, 5), 5);
    does(ping_point, {m.increase(fuel, m.c(-1)), m.set(oil, m.c(5)), m.pend(pong)});
    does(pong_point, {m.increase(oil, m.c(-1)), m.pend(pong), m.pend(ping)});
    const auto ranking = rank();
    ASSERT_TRUE(ranking);
    EXPECT_EQ(ranking->used_up, (Fields{"fuel", "oil"}));
}

// It may be run for ever though it sets nothing off for ever, and so may fill the other's tank.
TEST_F(RankTriggers, that_are_ruled_out_still_give_back) {
    const VarId oil = m.variable("oil", m.range(0, 5), 5);
    does(ping_point, {m.set(oil, m.c(5)), m.when(m.less(m.c(0), m.cell(fuel)),
                                                 m.sequence({m.increase(fuel, m.c(-1)), m.pend(pong)}))});
    does(pong_point, {m.when(m.less(m.c(0), m.cell(oil)),
                             m.sequence({m.increase(oil, m.c(-1)), m.pend(pong), m.pend(ping)}))});
    EXPECT_FALSE(rank());
}

TEST_F(RankTriggers, whose_own_body_goes_round_are_refused) {
    const PointId middle = m.point("middle");
    m.at(middle).control = false;
    m.option(ping_point, "begins", m.c(1), m.label("begins", m.stop(middle)));
    m.option(middle, "again", m.c(1), m.label("again", m.stop(middle)));
    m.option(middle, "enough", m.c(1), m.label("enough", m.leave()));
    does(pong_point, {});
    EXPECT_FALSE(rank());
}

TEST_F(RankTriggers, with_a_state_check_that_undoes_itself_are_refused) {
    does(ping_point, {});
    does(pong_point, {});
    m.state_check(m.cell(used), m.set(used, m.c(0)));
    ASSERT_TRUE(rank());
    m.state_check(m.negation(m.cell(used)), m.set(used, m.c(1)));
    EXPECT_FALSE(rank());
}

TEST_F(RankTriggers, take_a_choice_of_the_turn_for_no_cycle) {
    does(ping_point, {});
    does(pong_point, {});
    m.option(turn, "again", m.c(1), m.label("again", m.stop(turn)));
    EXPECT_TRUE(rank());
}

}  // namespace
}  // namespace errata::checker
