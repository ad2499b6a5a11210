// The whole analysis "loops" on models made by hand: which codes, who can do what, and what the game's policy
// makes of it.
#include <algorithm>

#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/fact_kinds.h"
#include "tests/support/codes.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

struct Loops : testing::Test {
    Loops() {
        m.model().player_type = m.enumeration("player", {"Ann", "Bob"});
        start = m.point("start");
    }
    void owned(PointId point, Value player) {
        m.at(point).owner = OwnerKind::Player;
        m.at(point).player = m.c(player);
    }
    void option(PointId point, const std::string& text, CodeId code) {
        m.option(point, text, m.c(1), m.label(text, code));
    }
    CheckResult check(Engine engine = Engine::Explicit) {
        m.setup("start");
        const Model model = m.build();
        CheckOptions options;
        options.engine = engine;
        options.only_codes = {"loop"};
        options.budget.states = 5000;
        return checker::check(model, options);
    }
    // The one finding.
    static Finding only(const CheckResult& result) {
        EXPECT_EQ(result.findings.size(), 1U);
        return result.findings.empty() ? Finding{} : result.findings[0];
    }
    using Names = std::vector<std::string>;

    ModelBuilder m;
    PointId start;
};

// Ann goes on or stops; each round adds 1 to a counter.
struct ChosenGrowth : Loops {
    ChosenGrowth() {
        const VarId gold = m.variable("gold", m.counter());
        choice = m.point("choice");
        const PointId end = m.point("end");
        owned(choice, 0);
        option(start, "begins", m.stop(choice));
        option(choice, "digs", m.sequence({m.increase(gold, m.c(1)), m.stop(choice)}));
        option(choice, "goes home", m.finish(m.ending("home")));
        option(end, "rests", m.stop(end));
    }
    PointId choice;
};

TEST_F(ChosenGrowth, says_who_can_go_on_and_how_to_leave) {
    const Finding finding = only(check());
    EXPECT_EQ(finding.code, "loop.growing");
    EXPECT_EQ(finding.severity, Severity::Warning);
    ASSERT_TRUE(finding.loop);
    EXPECT_EQ(finding.loop->can_keep_going, Names{"Ann"});
    EXPECT_EQ(finding.loop->can_break, Names{"Ann"});
    EXPECT_EQ(finding.loop->ways_out, (std::vector<WayOut>{{"Ann", "goes home", {}, 2}}));
    EXPECT_EQ(finding.loop->growth, (Facts{{FactKind::Rises, {"gold", std::size_t{1}}}}));
    EXPECT_EQ(finding.loop->net_change.size(), 1U);
}

TEST_F(ChosenGrowth, may_not_be_started_where_repetition_is_forbidden) {
    m.model().policies.loops = LoopPolicy::Forbidden;
    const Finding finding = only(check());
    EXPECT_EQ(finding.severity, Severity::Note);
    EXPECT_TRUE(has(finding.facts, FactKind::LoopForbidden));
}

TEST_F(ChosenGrowth, is_decided_for_nobody_who_does_not_see_everything) {
    m.at(choice).unseen = true;
    const Finding finding = only(check());
    EXPECT_EQ(finding.code, "loop.growing");
    EXPECT_TRUE(finding.loop->can_keep_going.empty());
    EXPECT_TRUE(finding.loop->can_break.empty());
    EXPECT_TRUE(has(finding.facts, FactKind::TogetherUnseen) || has(finding.facts, FactKind::AloneUndecided));
}

TEST_F(Loops, that_take_two_players_are_kept_going_by_none_alone) {
    const PointId other = m.point("other");
    owned(start, 0);
    owned(other, 1);
    const VarId turns = m.variable("turns", m.boolean());
    const EndingId end = m.ending("peace");
    option(start, "hits", m.sequence({m.set(turns, m.c(1)), m.stop(other)}));
    option(start, "goes home", m.finish(end));
    option(other, "hits back", m.sequence({m.set(turns, m.c(0)), m.stop(start)}));
    option(other, "forgives", m.finish(end));
    // Coming back to the start would be a new turn.
    const PointId first = m.point("first");
    option(first, "begins", m.stop(start));
    m.model().flow.start = first;
    const Finding finding = only(check());
    EXPECT_EQ(finding.code, "loop.optional");
    EXPECT_TRUE(finding.loop->can_keep_going.empty());
    EXPECT_EQ(finding.loop->can_break, (Names{"Ann", "Bob"}));
    EXPECT_EQ(finding.loop->ways_out,
              (std::vector<WayOut>{{"Ann", "goes home", {}, 2}, {"Bob", "forgives", {}, 3}}));
}

// Life falls by one each round until a state check ends the game.
TEST_F(Loops, that_end_the_game_are_named_with_what_ran_out) {
    const PointId round = m.point("round");
    const VarId life = m.variable("life", m.range(0, 5), 5);
    option(start, "begins", m.stop(round));
    option(round, "bleeds", m.sequence({m.increase(life, m.c(-1)), m.stop(round)}));
    m.state_check(m.equal(m.cell(life), m.c(0)), m.finish(m.ending("death")));
    const Finding finding = only(check());
    EXPECT_EQ(finding.code, "loop.lethal");
    EXPECT_EQ(finding.severity, Severity::Note);
    const Fact falls{FactKind::FallsTo, {"life", std::int64_t{1}, std::int64_t{5}, std::int64_t{0}}};
    EXPECT_EQ(finding.facts, (Facts{{FactKind::EndsByItself, {Facts{falls}, "death"}}}));
}

TEST_F(Loops, of_one_round_before_an_ending_are_nothing) {
    const PointId round = m.point("round");
    const VarId life = m.variable("life", m.range(0, 5), 1);
    option(start, "begins", m.stop(round));
    option(round, "bleeds", m.sequence({m.increase(life, m.c(-1)), m.stop(round)}));
    m.state_check(m.equal(m.cell(life), m.c(0)), m.finish(m.ending("death")));
    EXPECT_TRUE(check().findings.empty());
}

struct EndlessCries : Loops {
    explicit EndlessCries(std::size_t answers = 2) {
        m.frames = 6;
        m.pending = 6;
        const PointId item = m.point("item");
        const PointId over = m.point("over");
        m.at(item).control = false;
        const TriggerId cry = m.trigger("cry", item);
        option(start, "cries", m.sequence({m.pend(cry), m.stop(over)}));
        std::vector<CodeId> body(answers, m.pend(cry));
        body.push_back(m.leave());
        option(item, "answers", m.sequence(body));
        option(over, "ends", m.finish(m.ending("silence")));
    }
};

TEST_F(EndlessCries, leave_more_to_do_each_round) {
    const Finding finding = only(check());
    EXPECT_EQ(finding.code, "loop.agenda");
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_EQ(finding.loop->stage, LoopStage::Resolution);
}

TEST_F(EndlessCries, are_a_draw_where_the_game_says_so) {
    m.model().policies.loops = LoopPolicy::Draw;
    const Finding finding = only(check());
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_TRUE(has(finding.facts, FactKind::LoopDrawn));
}

TEST_F(EndlessCries, go_on_for_as_many_rounds_as_are_allowed) {
    m.model().policies.loops = LoopPolicy::Cap;
    m.model().policies.loop_cap = 3;
    const Finding finding = only(check());
    EXPECT_EQ(finding.severity, Severity::Note);
    EXPECT_EQ(*find(finding.facts, FactKind::LoopCapped), (Fact{FactKind::LoopCapped, {std::size_t{3}}}));
}

TEST_F(Loops, that_cannot_be_are_excluded_by_the_text) {
    m.frames = 3;
    m.pending = 3;
    const PointId item = m.point("item");
    m.at(item).control = false;
    const TriggerId bell = m.trigger("bell", item);
    option(item, "rings", m.leave());
    option(start, "pulls", m.sequence({m.pend(bell), m.stop(start)}));
    const CheckResult result = check();
    const auto verdict = std::ranges::find(result.verdicts, ClaimId{ClaimSort::TriggersEnd}, &Verdict::about);
    ASSERT_NE(verdict, result.verdicts.end());
    EXPECT_EQ(verdict->status, Status::Proved);
    EXPECT_EQ(verdict->engine, Engine::Structure);
    EXPECT_EQ(verdict->claim, "triggers and state checks always come to an end");
}

// A forced loop on the agenda, and Bob, who has something to do elsewhere in every turn.
TEST_F(Loops, are_not_hidden_by_who_stands_by) {
    m.frames = 3;
    m.pending = 3;
    const VarId apples = m.variable("apples", m.range(0, 3));
    const PointId item = m.point("item");
    const PointId bob = m.point("bob");
    m.at(item).control = false;
    owned(bob, 1);
    const TriggerId echo = m.trigger("echo", item);
    option(start, "begins", m.stop(bob));
    m.option(bob, "eats", m.less(m.cell(apples), m.c(3)),
             m.label("eats", m.sequence({m.increase(apples, m.c(1)), m.stop(bob)})));
    option(bob, "calls", m.sequence({m.pend(echo), m.stop(bob)}));
    option(item, "echoes", m.sequence({m.pend(echo), m.leave()}));
    const Finding finding = only(check());
    EXPECT_EQ(finding.code, "loop.mandatory");
    EXPECT_EQ(finding.loop->stage, LoopStage::Resolution);
}

// The gate is shut in the setup, and nothing opens it.
TEST_F(Loops, on_boards_that_nothing_leads_to_are_unconfirmed) {
    m.frames = 3;
    m.pending = 2;
    const VarId open = m.variable("open", m.boolean());
    const PointId item = m.point("item");
    const PointId rest = m.point("rest");
    m.at(item).control = false;
    const TriggerId echo = m.trigger("echo", item);
    option(start, "calls", m.sequence({m.pend(echo), m.stop(rest)}));
    option(rest, "ends", m.finish(m.ending("silence")));
    option(item, "echoes", m.sequence({m.when(m.cell(open), m.pend(echo)), m.leave()}));
    const CheckResult result = check(Engine::Symbolic);
    const Finding finding = only(result);
    EXPECT_EQ(finding.code, "loop.mandatory");
    EXPECT_EQ(finding.status, Status::Unconfirmed);
    const auto verdict =
        std::ranges::find(result.verdicts, ClaimId{ClaimSort::NoForcedLoop}, &Verdict::about);
    ASSERT_NE(verdict, result.verdicts.end());
    EXPECT_EQ(verdict->status, Status::Unconfirmed);
}

}  // namespace
}  // namespace errata::checker
