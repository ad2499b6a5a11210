#include "checker/analyses/growth.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// life starts at `life` and changes by `amount` each round; the step may also look at it.
Model round(Value life, Value amount, bool looks, Value bound) {
    ModelBuilder m;
    const VarId counter = m.variable("life", m.counter(), life);
    const VarId mark = m.variable("mark", m.boolean());
    const PointId point = m.point("round");
    std::vector<CodeId> body{m.increase(counter, m.c(amount))};
    if (looks) body.push_back(m.when(m.less(m.cell(counter), m.c(bound)), m.set(mark, m.c(1))));
    body.push_back(m.stop(point));
    m.option(point, "again", m.c(1), m.label("again", m.sequence(body)));
    return m.build();
}

TEST(Growth, is_proved_when_no_rule_reads_the_counter) {
    const Model model = round(0, 1, false, 0);
    const auto growth = find_growth(Evaluator(model), tests::initial_state(model), 10);
    ASSERT_TRUE(growth);
    EXPECT_TRUE(growth->proved);
    ASSERT_EQ(growth->shifts.size(), 1U);
    EXPECT_EQ(growth->shifts[0].second, 1);
    EXPECT_EQ(growth->round.size(), 1U);
}

TEST(Growth, is_proved_when_the_counter_has_left_the_bound_behind) {
    const Model model = round(10, 1, true, 5);
    EXPECT_TRUE(find_growth(Evaluator(model), tests::initial_state(model), 10)->proved);
}

TEST(Growth, is_not_claimed_while_the_bound_lies_ahead) {
    const Model model = round(10, -1, true, 5);
    const auto growth = find_growth(Evaluator(model), tests::initial_state(model), 3);
    ASSERT_TRUE(growth);
    EXPECT_FALSE(growth->proved);
}

TEST(Growth, needs_room_for_a_whole_round) {
    // Within a round the counter comes down to 5 again before it ends one higher.
    ModelBuilder m;
    const VarId counter = m.variable("life", m.counter(), 9);
    const VarId mark = m.variable("mark", m.boolean());
    const PointId point = m.point("round");
    m.option(point, "again", m.c(1),
             m.label("again", m.sequence({m.increase(counter, m.c(-4)),
                                          m.when(m.less(m.cell(counter), m.c(5)), m.set(mark, m.c(1))),
                                          m.increase(counter, m.c(5)), m.stop(point)})));
    const Model model = m.build();
    const auto growth = find_growth(Evaluator(model), tests::initial_state(model), 10);
    ASSERT_TRUE(growth);
    EXPECT_FALSE(growth->proved);
}

TEST(Growth, a_repeated_state_is_no_growth) {
    const Model model = round(0, 0, false, 0);
    EXPECT_FALSE(find_growth(Evaluator(model), tests::initial_state(model), 10));
}

}  // namespace
}  // namespace errata::checker
