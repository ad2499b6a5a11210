// Enumerating a setup agrees with trying everything, and gives up in good time.
#include "checker/explicit/initial_states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/explicit/requirement_parts.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using checker::initial_states;
using checker::requirement_parts;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Four pieces on a line of five places (or off it), each place free or blocked; everything is open.
struct InitialStates : testing::Test {
    ModelBuilder m;
    TypeId piece = m.range(0, 3);
    TypeId place = m.optional_range(2);
    VarId at = m.variable("at", place, 0, {piece});
    VarId blocked = m.variable("blocked", m.boolean(), 0, {m.range(0, 2)});
    PointId turn = m.point("turn");
    compiler::Setup everything;

    InitialStates() {
        everything.values.assign(7, 0);
        everything.open = {0, 1, 2, 3, 4, 5, 6};
    }
    void require(TermId term) { everything.requirements.emplace_back(term, ClauseId{}); }
    TermId at_of(TermId p) { return m.cell(at, {p}); }
    TermId p(Value level) { return m.bound(level, piece); }
    TermId off(TermId x) { return m.equal(at_of(x), m.c(none_value)); }
    // No piece on a blocked place: undefined without the guard for pieces that are off.
    TermId no_piece_blocked() {
        const TermId free = m.negation(m.cell(blocked, {at_of(p(0))}));
        return m.quantifier(TermKind::Forall, 0, piece, {m.make(TermKind::Or, {off(p(0)), free})});
    }
    TermId all_apart() {
        const TermId same = m.both(m.less(p(0), p(1)), m.equal(at_of(p(0)), at_of(p(1))));
        const TermId apart = m.make(TermKind::Or, {m.negation(same), off(p(0))});
        return m.quantifier(TermKind::Forall, 0, piece, {m.quantifier(TermKind::Forall, 1, piece, {apart})});
    }
    std::vector<State> by_trying() {
        const Model model = m.build();
        const Evaluator evaluator(model);
        std::vector<State> found;
        std::vector<Value> values(everything.open.size());
        const auto assign = [&](std::size_t i, const auto& self) -> void {
            if (i == values.size()) {
                const State state = evaluator.initial(everything, values);
                if (evaluator.satisfies_requirements(everything, state)) found.push_back(state);
                return;
            }
            const Type& type = model.type(model.variables[i < 4 ? 0 : 1].type);
            for (values[i] = type.lo; values[i] <= type.hi; ++values[i]) self(i + 1, self);
        };
        assign(0, assign);
        return found;
    }
    std::optional<std::vector<State>> enumerate(const checker::SetupLimits& limits = {}) {
        const Model model = m.build();
        const Evaluator evaluator(model);
        return initial_states(evaluator, everything, limits);
    }
};

TEST_F(InitialStates, WithoutRequirementsAll) { EXPECT_THAT(*enumerate(), SizeIs(256 * 8)); }

TEST_F(InitialStates, LeaveOutWhatIsInABox) {
    everything.without = {{{0, 0, 1}, {4, 1, 1}}, {{1, none_value, none_value}}};
    const std::vector<State> expected = by_trying();
    EXPECT_EQ(expected.size(), (256U - 64U) * 8U - 2U * 3U * 16U * 4U);
    EXPECT_EQ(*enumerate(), expected);
}

TEST_F(InitialStates, AgreesWithTryingEverything) {
    require(m.both(no_piece_blocked(), all_apart()));
    const std::vector<State> expected = by_trying();
    EXPECT_GT(expected.size(), 50U);
    EXPECT_LT(expected.size(), 256U * 8U);
    EXPECT_EQ(*enumerate(), expected);
}

TEST_F(InitialStates, WhatIsUndefinedDoesNotHold) {
    require(m.negation(m.cell(blocked, {at_of(m.c(0))})));
    EXPECT_EQ(*enumerate(), by_trying());
}

TEST_F(InitialStates, OpenStatementsCountAsTheEvaluatorCountsThem) {
    const OpenId legal = m.open_function("legal", {piece}, true);
    const TermId bound = m.bound(0, piece);
    m.statement(legal, false, m.both(m.negation(off(bound)), m.cell(blocked, {at_of(bound)})));
    m.statement(legal, true, m.equal(at_of(bound), m.c(1)));
    require(m.quantifier(TermKind::Forall, 0, piece, {m.holds(legal, {m.bound(0, piece)})}));
    EXPECT_EQ(*enumerate(), by_trying());
}

TEST_F(InitialStates, AnImpossibleSetupHasNone) {
    require(m.c(0));
    EXPECT_THAT(*enumerate(), IsEmpty());
}

TEST_F(InitialStates, TooManyStates) {
    EXPECT_FALSE(enumerate({.states = std::size_t{256} * 8 - 1}));
    EXPECT_TRUE(enumerate({.states = std::size_t{256} * 8}));
}

TEST_F(InitialStates, TooManyAttempts) {
    require(m.quantifier(TermKind::Exists, 0, piece,
                         {m.less(m.c(5), at_of(p(0)))}));  // never, seen only at the end
    EXPECT_FALSE(enumerate({.assignments = 100}));
    EXPECT_THAT(*enumerate(), IsEmpty());
}

TEST_F(InitialStates, OnlyOpenCellsVary) {
    everything.open = {2, 5};
    everything.values[0] = 2;
    const auto states = *enumerate();
    ASSERT_THAT(states, SizeIs(8));
    for (const State& state : states) EXPECT_EQ(state[0], 2);
}

TEST_F(InitialStates, ACounterCannotBeEnumerated) {
    m.variable("count", m.counter());
    everything.values.push_back(0);
    everything.open.push_back(7);
    EXPECT_FALSE(enumerate());
}

TEST_F(InitialStates, PartsReadOnlyWhatTheyNeed) {
    require(all_apart());
    const Model model = m.build();
    const Evaluator evaluator(model);
    const auto parts = requirement_parts(evaluator, everything);
    ASSERT_THAT(parts, SizeIs(16));
    EXPECT_THAT(parts[1].reads, ElementsAre(0, 1)) << "pieces 0 and 1";
    EXPECT_THAT(parts[4].reads, IsEmpty()) << "1 is not less than 0, whatever the cells hold";
}

TEST_F(InitialStates, PartsFollowCellsThatTheSetupFixes) {
    require(m.cell(blocked, {at_of(m.c(0))}));
    everything.open = {4, 5, 6};
    everything.values[0] = 2;
    const Model model = m.build();
    const Evaluator evaluator(model);
    EXPECT_THAT(requirement_parts(evaluator, everything).at(0).reads, ElementsAre(2)) << "blocked(2) alone";
}

}  // namespace
}  // namespace errata::tests
