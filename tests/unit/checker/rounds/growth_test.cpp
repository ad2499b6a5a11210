#include "checker/rounds/growth.h"

#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

std::optional<Growth> growth_of(const Model& model, std::size_t steps) {
    return find_growth(Evaluator(model), Twins(model), tests::initial_state(model), steps);
}

bool is_infinite(const Model& model, std::size_t steps) {
    const std::optional<Growth> growth = growth_of(model, steps);
    return growth && growth->recurrence.infinite();
}

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
    const auto growth = growth_of(round(0, 1, false, 0), 10);
    ASSERT_TRUE(growth);
    EXPECT_TRUE(growth->recurrence.infinite());
    ASSERT_EQ(growth->round.inflation.shifts.size(), 1U);
    EXPECT_EQ(growth->round.inflation.shifts[0].second, 1);
    EXPECT_EQ(growth->round.steps.size(), 1U);
}

TEST(Growth, is_proved_when_the_counter_has_left_the_bound_behind) {
    EXPECT_TRUE(is_infinite(round(10, 1, true, 5), 10));
}

TEST(Growth, is_not_claimed_while_the_bound_lies_ahead) {
    const auto growth = growth_of(round(10, -1, true, 5), 3);
    ASSERT_TRUE(growth);
    EXPECT_FALSE(growth->recurrence.infinite());
    EXPECT_EQ(growth->recurrence.because, "the rules look at life");
}

TEST(Growth, is_followed_until_the_bound_lies_behind) {
    EXPECT_TRUE(is_infinite(round(10, -1, true, 5), 20));
}

TEST(Growth, looks_inside_a_round) {
    // Within a round the counter comes down to the bound long before it ends one lower.
    ModelBuilder m;
    const VarId counter = m.variable("life", m.counter(), 9);
    const VarId mark = m.variable("mark", m.boolean());
    const PointId point = m.point("round");
    m.option(point, "again", m.c(1),
             m.label("again", m.sequence({m.increase(counter, m.c(-4)),
                                          m.when(m.less(m.cell(counter), m.c(5)), m.set(mark, m.c(1))),
                                          m.increase(counter, m.c(3)), m.stop(point)})));
    const auto growth = growth_of(m.build(), 1);
    ASSERT_TRUE(growth);
    EXPECT_EQ(growth->recurrence.fate, RoundFate::Ends);
    EXPECT_EQ(growth->recurrence.because, "the rules look at life");
}

TEST(Growth, is_proved_where_the_value_is_used_as_well) {
    ModelBuilder m;
    const VarId counter = m.variable("life", m.counter(), 9);
    const VarId mark = m.variable("mark", m.boolean());
    const VarId copy = m.variable("copy", m.counter());
    const PointId point = m.point("round");
    m.option(point, "again", m.c(1),
             m.label("again", m.sequence({m.increase(counter, m.c(1)),
                                          m.when(m.less(m.cell(counter), m.c(5)), m.set(mark, m.c(1))),
                                          m.set(copy, m.cell(counter)), m.stop(point)})));
    EXPECT_TRUE(is_infinite(m.build(), 20));
}

// Each round takes more than the one before.
TEST(Growth, is_proved_where_amounts_grow) {
    ModelBuilder m;
    const VarId life = m.variable("life", m.counter(), 9);
    const VarId tired = m.variable("tired", m.counter(), 0);
    const VarId mark = m.variable("mark", m.boolean());
    const PointId point = m.point("round");
    m.option(point, "again", m.c(1),
             m.label("again",
                     m.sequence({m.increase(tired, m.c(1)), m.increase(life, m.cell(tired)),
                                 m.when(m.less(m.cell(life), m.c(5)), m.set(mark, m.c(1))), m.stop(point)})));
    EXPECT_TRUE(is_infinite(m.build(), 20));
}

TEST(Growth, ends_where_growing_amounts_use_something_up) {
    ModelBuilder m;
    const VarId life = m.variable("life", m.counter(), 90);
    const VarId tired = m.variable("tired", m.counter(), 1);
    const VarId mark = m.variable("mark", m.boolean());
    const PointId point = m.point("round");
    const TermId spent = m.model().terms.make(TermKind::Subtract, {m.cell(life), m.cell(tired)});
    m.option(point, "again", m.c(1),
             m.label("again",
                     m.sequence({m.increase(tired, m.c(1)), m.set(life, spent),
                                 m.when(m.less(m.cell(life), m.c(5)), m.set(mark, m.c(1))), m.stop(point)})));
    const auto growth = growth_of(m.build(), 3);
    ASSERT_TRUE(growth);
    EXPECT_EQ(growth->recurrence.fate, RoundFate::Ends);
}

// What is not linear stays undecided.
TEST(Growth, is_not_claimed_where_numbers_are_multiplied) {
    ModelBuilder m;
    const VarId life = m.variable("life", m.counter(), 9);
    const VarId mark = m.variable("mark", m.boolean());
    const PointId point = m.point("round");
    const TermId square = m.model().terms.make(TermKind::Multiply, {m.cell(life), m.cell(life)});
    m.option(
        point, "again", m.c(1),
        m.label("again", m.sequence({m.increase(life, m.c(1)),
                                     m.when(m.less(square, m.c(0)), m.set(mark, m.c(1))), m.stop(point)})));
    const auto growth = growth_of(m.build(), 3);
    ASSERT_TRUE(growth);
    EXPECT_EQ(growth->recurrence.fate, RoundFate::Undecided);
    EXPECT_EQ(growth->recurrence.because, "the rules look at life");
}

TEST(Growth, a_repeated_state_is_no_growth) { EXPECT_FALSE(growth_of(round(0, 0, false, 0), 10)); }

// A pool of tokens; each round makes one more, and may do something besides.
struct TokenGrowth : testing::Test {
    TokenGrowth() {
        m.registers = 1;
        token = m.enumeration("token", {"t1", "t2", "t3", "t4", "t5", "t6"});
        m.model().types[token.index].interchangeable = true;
        exists = m.variable("token.exists", m.boolean(), 0, {token});
        m.model().variables[exists.index].is_exists = true;
        red = m.variable("token.red", m.boolean(), 0, {token});
        m.model().variables[exists.index].is_field = true;
        mark = m.variable("mark", m.range(0, 9));
        point = m.point("round");
    }
    TermId in_use(Value level) { return m.cell(exists, {m.bound(level, token)}); }
    Model making(std::vector<CodeId> besides, TermId guard) {
        const TermId slot = m.reg(0, token);
        std::vector<CodeId> body = std::move(besides);
        body.push_back(m.set_register(0, m.quantifier(TermKind::First, 0, token, {m.negation(in_use(0))})));
        body.push_back(m.when(m.equal(slot, m.c(-1)), m.cut(),
                              m.sequence({m.set(exists, m.c(1), {slot}), m.stop(point)})));
        m.option(point, "again", guard, m.label("again", m.sequence(body)));
        return m.build();
    }

    ModelBuilder m;
    TypeId token;
    VarId exists, red, mark;
    PointId point;
};

TEST_F(TokenGrowth, is_proved_when_nobody_counts) {
    const Model model = making({}, m.c(1));
    const auto growth = growth_of(model, 20);
    ASSERT_TRUE(growth);
    EXPECT_TRUE(growth->recurrence.infinite());
    EXPECT_EQ(growth->round.inflation.twins.size(), 1U);
}

TEST_F(TokenGrowth, is_not_claimed_where_their_number_is_multiplied) {
    const TermId number = m.quantifier(TermKind::Count, 0, token, {in_use(0)});
    const TermId square = m.model().terms.make(TermKind::Multiply, {number, number});
    const CodeId writes = m.when(m.less(square, m.c(0)), m.set(mark, number));
    const auto growth = growth_of(making({writes}, m.c(1)), 20);
    ASSERT_TRUE(growth);
    EXPECT_FALSE(growth->recurrence.infinite());
    EXPECT_EQ(growth->recurrence.because, "the rules look at the number of token");
}

// What each of them adds is counted.
TEST_F(TokenGrowth, is_proved_where_their_number_is_an_amount) {
    const VarId dealt = m.variable("dealt", m.counter(), 0);
    const TermId number = m.quantifier(TermKind::Count, 0, token, {in_use(0)});
    const CodeId more = m.increase(dealt, number);
    const CodeId few = m.when(m.less(m.cell(dealt), m.c(-1)), m.set(mark, m.c(1)));
    const auto growth = growth_of(making({more, few}, m.c(1)), 20);
    ASSERT_TRUE(growth);
    EXPECT_TRUE(growth->recurrence.infinite());
}

TEST_F(TokenGrowth, ends_where_their_number_uses_something_up) {
    const VarId left = m.variable("left", m.counter(), 100);
    const TermId number = m.quantifier(TermKind::Count, 0, token, {in_use(0)});
    const TermId rest = m.model().terms.make(TermKind::Subtract, {m.cell(left), number});
    const CodeId few = m.when(m.less(m.cell(left), m.c(5)), m.set(mark, m.c(1)));
    const auto growth = growth_of(making({m.set(left, rest), few}, m.c(1)), 20);
    ASSERT_TRUE(growth);
    EXPECT_EQ(growth->recurrence.fate, RoundFate::Ends);
}

TEST_F(TokenGrowth, is_proved_once_a_number_is_left_behind) {
    const TermId number = m.quantifier(TermKind::Count, 0, token, {in_use(0)});
    const CodeId few = m.when(m.less(number, m.c(2)), m.set(mark, m.c(1)));
    const auto growth = growth_of(making({few}, m.c(1)), 20);
    ASSERT_TRUE(growth);
    EXPECT_TRUE(growth->recurrence.infinite());
    EXPECT_EQ(growth->stem.size(), 2U);
}

TEST_F(TokenGrowth, that_stops_at_a_number_is_not_claimed) {
    const TermId number = m.quantifier(TermKind::Count, 0, token, {in_use(0)});
    const TermId guard = m.less(number, m.c(4));
    EXPECT_FALSE(is_infinite(making({}, guard), 20));
}

TEST_F(TokenGrowth, is_not_claimed_where_the_pool_is_shorter_than_the_number) {
    const TermId number = m.quantifier(TermKind::Count, 0, token, {in_use(0)});
    const TermId guard = m.less(number, m.c(100));
    EXPECT_FALSE(is_infinite(making({}, guard), 20));
}

TEST_F(TokenGrowth, needs_a_bystander_for_every_quantifier) {
    const TermId two =
        m.quantifier(TermKind::Exists, 0, token,
                     {m.quantifier(TermKind::Exists, 1, token,
                                   {m.both(m.both(in_use(0), in_use(1)),
                                           m.negation(m.equal(m.bound(0, token), m.bound(1, token))))})});
    const auto growth = growth_of(making({m.when(two, m.set(mark, m.c(0)))}, m.c(1)), 20);
    ASSERT_TRUE(growth);
    EXPECT_TRUE(growth->recurrence.infinite());
    EXPECT_EQ(growth->stem.size(), 2U);
}

TEST_F(TokenGrowth, is_not_claimed_where_each_of_them_does_something) {
    const CodeId each =
        m.for_each(0, token, in_use(0), m.when(m.less(m.cell(mark), m.c(0)), m.set(mark, m.c(1))));
    const auto growth = growth_of(making({each}, m.c(1)), 20);
    ASSERT_TRUE(growth);
    EXPECT_FALSE(growth->recurrence.infinite());
}

TEST_F(TokenGrowth, allows_a_loop_that_leaves_the_bystanders_as_they_are) {
    const CodeId each = m.for_each(0, token, in_use(0), m.set(red, m.c(0), {m.bound(0, token)}));
    EXPECT_TRUE(is_infinite(making({each}, m.c(1)), 20));
}

TEST_F(TokenGrowth, is_not_claimed_where_which_comes_first_matters) {
    const TermId first = m.quantifier(TermKind::First, 0, token, {in_use(0)});
    const CodeId looks = m.when(m.equal(first, m.c(-1)), m.set(mark, m.c(1)));
    const auto growth = growth_of(making({looks}, m.c(1)), 20);
    ASSERT_TRUE(growth);
    EXPECT_FALSE(growth->recurrence.infinite());
}

}  // namespace
}  // namespace errata::checker
