// Open functions to any finite type, as `OpenFunction` in model.h says it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::ElementsAre;

struct EvaluateOpen : testing::Test {
    ModelBuilder m;
    TypeId size = m.range(3, 6);
    VarId x = m.variable("x", m.range(0, 9));
    VarId second = m.variable("second", m.range(0, 9));
    ClauseId one = m.clause("one");
    ClauseId two = m.clause("two");
    OpenId f = m.open_function_to(size, "f");
    PointId idle = m.point("idle");

    void positive(Value value, ClauseId clause = {}) { m.statement(f, true, m.c(1), m.c(value), clause); }
    void negative(Value value, ClauseId clause = {}) { m.statement(f, false, m.c(1), m.c(value), clause); }
    std::optional<Value> value() {
        const TermId asked = m.holds(f);
        const Model model = m.build();
        return Evaluator(model).value(asked, initial_state(model));
    }
    // What x, set to f, becomes.
    std::vector<Successor> successors() {
        m.option(idle, "go", m.c(1),
                 m.label("go", m.sequence({m.set(x, m.holds(f)), m.set(second, m.holds(f)), m.stop(idle)})));
        const Model model = m.build();
        return Evaluator(model).expand(initial_state(model)).successors;
    }
    static std::vector<Value> explored(const std::vector<Successor>& successors) {
        std::vector<Value> result;
        for (const Successor& successor : successors) {
            EXPECT_EQ((*successor.next)[0], (*successor.next)[1]) << "one value for the whole transition";
            result.push_back((*successor.next)[0]);
        }
        return result;
    }
};

TEST_F(EvaluateOpen, APositiveStatementGivesTheValue) {
    positive(4);
    positive(4);
    EXPECT_EQ(value(), 4);
}

TEST_F(EvaluateOpen, NegativeStatementsLeaveAValue) {
    for (const Value other : {3, 4, 6}) negative(other);
    EXPECT_EQ(value(), 5);
}

TEST_F(EvaluateOpen, OfWhatIsLeftOpenTheSuccessorSaysWhatWasAskedAndByWhom) {
    positive(4, one);
    positive(5, two);
    const std::vector<Successor> all = successors();
    ASSERT_EQ(all.size(), 2U);
    for (const Successor& successor : all) {
        ASSERT_EQ(successor.open_values.size(), 1U) << "asked twice, answered once";
        EXPECT_EQ(successor.open_values[0].open, f);
        EXPECT_EQ(successor.open_values[0].position, 0U);
        EXPECT_EQ(successor.open_values[0].value, (*successor.next)[0]);
        EXPECT_EQ(successor.open_values[0].incident, m.build().functions.open[f.index].contradiction);
    }
}

TEST_F(EvaluateOpen, OfAGuardThatDoesNotHoldTheExpansionSaysIt) {
    positive(4, one);
    positive(5, two);
    m.option(idle, "go", m.equal(m.holds(f), m.c(3)), m.label("go", m.stop(idle)), {}, one);
    const Model model = m.build();
    const Expansion expansion = Evaluator(model).expand(initial_state(model));
    ASSERT_EQ(expansion.open_values.size(), 2U);
    EXPECT_EQ(expansion.open_values[0].open, f);
    EXPECT_EQ(expansion.open_values[0].asker, one);
}

TEST_F(EvaluateOpen, StatementsSeeTheArguments) {
    const OpenId g = m.open_function_to(size, "g", {m.range(0, 3), m.range(-1, 2)});
    const TermId sum = m.add(m.bound(0, m.range(0, 3)), m.bound(1, m.range(-1, 2)));
    m.statement(g, true, m.less(m.c(2), sum), sum);
    m.fallback(g, m.add(m.bound(0, m.range(0, 3)), m.c(3)));
    const TermId two_two = m.holds(g, {m.c(2), m.c(2)});
    const TermId three_none = m.holds(g, {m.c(3), m.c(-1)});
    const TermId outside = m.holds(g, {m.c(3), m.c(3)});
    const Model whole = m.build();
    EXPECT_EQ(Evaluator(whole).value(two_two, initial_state(whole)), 4);
    EXPECT_EQ(Evaluator(whole).value(three_none, initial_state(whole)), 6);
    EXPECT_EQ(Evaluator(whole).value(outside, initial_state(whole)), std::nullopt);
}

TEST_F(EvaluateOpen, AFallbackThatIsAllowedStandsIn) {
    negative(6);
    m.fallback(f, m.c(5));
    EXPECT_EQ(value(), 5);
    const auto found = successors();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].incidents.empty());
}

// The other function's statements join those that hold already, and there are many of them.
TEST_F(EvaluateOpen, AFallbackThatAsksAnotherFunctionForgetsNoStatement) {
    negative(6, one);
    const OpenId other = m.open_function_to(size, "other");
    std::vector<ClauseId> used{one};
    for (int i = 0; i < 100; ++i) {
        const ClauseId clause = m.clause("other " + std::to_string(i));
        m.statement(other, true, m.c(1), m.c(5), clause);
        used.push_back(clause);
    }
    m.fallback(f, m.holds(other));
    const auto found = successors();
    EXPECT_THAT(explored(found), ElementsAre(5));
    EXPECT_THAT(found[0].used, testing::UnorderedElementsAreArray(used));
}

TEST_F(EvaluateOpen, AFallbackThatIsForbiddenDoesNot) {
    negative(5);
    m.fallback(f, m.c(5));
    EXPECT_EQ(value(), std::nullopt);
    EXPECT_THAT(explored(successors()), ElementsAre(3, 4, 6));
}

TEST_F(EvaluateOpen, AFallbackIsEvaluatedOnlyWhereSeveralAreAllowed) {
    m.fallback(f, m.look_up(m.table("t", size, {size}, {3, 3, 3, 3}), {m.c(0)}));
    positive(4);
    EXPECT_EQ(value(), 4);
}

TEST_F(EvaluateOpen, AGapIsExplored) {
    negative(4, one);
    const auto found = successors();
    EXPECT_THAT(explored(found), ElementsAre(3, 5, 6));
    const IncidentId gap = m.model().functions.open[f.index].gap;
    for (const Successor& successor : found)
        EXPECT_THAT(successor.incidents, ElementsAre(Occurrence{gap, {}}));
    EXPECT_THAT(found[1].move.outcomes, ElementsAre(std::pair(gap, 2U))) << "the position in the type";
    EXPECT_THAT(found[1].used, ElementsAre(one));
}

TEST_F(EvaluateOpen, OfContradictoryStatementsEachIsExplored) {
    positive(6, one);
    positive(4, two);
    const auto found = successors();
    EXPECT_THAT(explored(found), ElementsAre(4, 6));
    const IncidentId contradiction = m.model().functions.open[f.index].contradiction;
    EXPECT_THAT(found[0].incidents,
                ElementsAre(Occurrence{contradiction, one}, Occurrence{contradiction, two}));
}

TEST_F(EvaluateOpen, WhatOneAsksForAndAnotherForbidsMayBeAnything) {
    positive(4, one);
    negative(4, two);
    m.fallback(f, m.c(5));
    EXPECT_THAT(explored(successors()), ElementsAre(3, 4, 5, 6));
}

// The state check's condition decides; the option's guard asks the same again, and `otherwise` rests on both.
TEST_F(EvaluateOpen, WhatTheGuardsMeetIsMetByOtherwise) {
    negative(3);
    negative(4);
    m.state_check(m.equal(m.holds(f), m.c(6)), m.set(second, m.c(1)), one);
    m.option(idle, "go", m.equal(m.holds(f), m.c(6)), m.label("go", m.stop(idle)), {}, two);
    m.at(idle).otherwise = m.label("otherwise", m.sequence({m.set(x, m.c(2)), m.stop(idle)}));
    m.at(idle).settled = true;
    const IncidentId gap = m.model().functions.open[f.index].gap;
    const Model model = m.build();
    const auto found = Evaluator(model).expand(initial_state(model)).successors;
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].move.kind, MoveKind::Otherwise);
    EXPECT_THAT(found[0].incidents, ElementsAre(Occurrence{gap, one}, Occurrence{gap, two}));
    EXPECT_EQ(found[1].move.kind, MoveKind::Settle);
    EXPECT_THAT(found[1].incidents, ElementsAre(Occurrence{gap, one}));
}

TEST_F(EvaluateOpen, AValueOutsideTheTypeIsUndefined) {
    positive(7, one);
    const auto found = successors();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].next, std::nullopt);
    EXPECT_THAT(found[0].incidents, ElementsAre(Occurrence{m.model().incidents.undefined, one}));
}

TEST_F(EvaluateOpen, AFallbackOutsideTheTypeIsUndefined) {
    m.fallback(f, m.c(0));
    const auto found = successors();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].next, std::nullopt);
}

TEST_F(EvaluateOpen, AValueIsEvaluatedOnlyWhereItsConditionHolds) {
    m.statement(f, true, m.c(0), m.c(99));
    positive(3);
    EXPECT_EQ(value(), 3);
}

}  // namespace
}  // namespace errata::tests
