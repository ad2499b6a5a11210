// Systems of equations, as `Equations` in model.h says it.
#include "compiler/ir/solve_equations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/print.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/verify.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::ElementsAre;
using testing::IsEmpty;

struct SolveEquations : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    VarId x = m.variable("x", digit, 4);
    VarId flag = m.variable("flag", m.boolean());
    PointId idle = m.point("idle");
    EquationsId system = m.equations("system");

    TermId undefined() {
        return m.look_up(m.table("nothing", m.boolean(), {digit}, std::vector<Value>(10)), {m.c(-1)});
    }
    Solved solved(EquationsId of) {
        const Model model = m.build();
        EXPECT_THAT(verify(model), IsEmpty());
        const State state = initial_state(model);
        const EnabledClauses all;
        Journal journal;
        Decisions decisions;
        TermEvaluator terms{model, all, journal, &decisions};
        terms.look_at(state.data(), nullptr);
        return solve(terms, of);
    }
    std::vector<Assignment> solutions() { return solved(system).solutions; }
    std::optional<Value> value(TermId term) {
        const Model model = m.build();
        return Evaluator(model).value(term, initial_state(model));
    }
};

TEST_F(SolveEquations, WithoutCyclesThereIsOneSolution) {
    const UnknownId total = m.unknown("total", digit);
    const UnknownId part = m.unknown("part", digit, {m.range(1, 3)});
    m.define(total, m.quantifier(TermKind::Sum, 0, m.range(1, 3),
                                 {m.c(1), m.ask(part, {m.bound(0, m.range(1, 3))})}));
    m.define(part, m.make(TermKind::Minimum, {m.cell(x), m.bound(0, m.range(1, 3))}));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{6, 1, 2, 3}));
    EXPECT_EQ(value(m.ask(total)), 6);
    EXPECT_EQ(value(m.ask(part, {m.c(3)})), 3);
    EXPECT_EQ(value(m.ask(part, {m.c(0)})), std::nullopt) << "no value of the parameter";
    EXPECT_EQ(value(m.solutions(system)), 1);
}

TEST_F(SolveEquations, APositiveCycleHasTwo) {
    const UnknownId a = m.unknown("a", m.boolean());
    const UnknownId b = m.unknown("b", m.boolean());
    m.define(a, m.ask(b));
    m.define(b, m.ask(a));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{0, 0}, Assignment{1, 1}));
    EXPECT_EQ(value(m.ask(a)), std::nullopt);
    EXPECT_EQ(value(m.solutions(system)), 2);
}

TEST_F(SolveEquations, AnOddCycleHasNone) {
    std::vector<UnknownId> ring;
    for (const char* name : {"a", "b", "c"}) ring.push_back(m.unknown(name, m.boolean()));
    for (std::size_t i = 0; i < 3; ++i) m.define(ring[i], m.negation(m.ask(ring[(i + 1) % 3])));
    EXPECT_THAT(solutions(), IsEmpty());
    EXPECT_EQ(value(m.ask(ring[0])), std::nullopt);
    EXPECT_EQ(value(m.solutions(system)), 0);
}

TEST_F(SolveEquations, AnEvenCycleHasTwo) {
    const UnknownId a = m.unknown("a", m.boolean());
    const UnknownId b = m.unknown("b", m.boolean());
    m.define(a, m.negation(m.ask(b)));
    m.define(b, m.negation(m.ask(a)));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{0, 1}, Assignment{1, 0}));
}

TEST_F(SolveEquations, NumbersOnACycle) {
    const UnknownId a = m.unknown("a", digit);
    const UnknownId b = m.unknown("b", digit);
    m.define(a, m.make(TermKind::Subtract, {m.c(9), m.ask(b)}));
    m.define(b, m.make(TermKind::Multiply, {m.ask(a), m.c(2)}));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{3, 6}));
}

TEST_F(SolveEquations, ADefinitionOutsideItsTypeIsNoSolution) {
    const UnknownId a = m.unknown("a", digit);
    const UnknownId b = m.unknown("b", m.boolean());
    m.define(a, m.add(m.ask(a), m.ask(b)));
    m.define(b, m.ask(b));
    EXPECT_EQ(solutions().size(), 10U) << "each a where b is no";
    m.define(b, m.c(1));
    EXPECT_THAT(solutions(), IsEmpty());
}

TEST_F(SolveEquations, UndefinedDefinitionsExcludeWhatMakesThemSo) {
    const UnknownId a = m.unknown("a", m.boolean());
    const UnknownId b = m.unknown("b", m.boolean());
    m.define(a, m.ask(a));
    m.define(b, m.both(m.ask(a), undefined()));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{0, 0}));
    EXPECT_EQ(value(m.ask(b)), 0) << "and nothing is undefined";
}

TEST_F(SolveEquations, WhatNobodyAskedForHoldsToo) {
    const UnknownId a = m.unknown("a", m.boolean());
    const UnknownId b = m.unknown("b", m.boolean());
    m.define(a, m.c(1));
    m.define(b, m.negation(m.ask(b)));
    EXPECT_THAT(solutions(), IsEmpty());
    EXPECT_EQ(value(m.ask(a)), std::nullopt);
}

TEST_F(SolveEquations, AnUndeterminedFunctionIsNoSolution) {
    const OpenId open = m.open_function("open", {m.boolean()});
    m.statement(open, true, m.negation(m.bound(0, m.boolean())));
    const UnknownId a = m.unknown("a", m.boolean());
    m.define(a, m.ask(a));
    const UnknownId b = m.unknown("b", m.boolean());
    m.define(b, m.holds(open, {m.ask(a)}));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{0, 1})) << "where a holds, nobody knows";
}

TEST_F(SolveEquations, AnOpenFunctionSeesTheAssignmentUnderExamination) {
    const UnknownId a = m.unknown("a", m.boolean());
    const OpenId open = m.open_function("open", {}, false);
    m.statement(open, true, m.negation(m.ask(a)));
    m.define(a, m.holds(open));
    EXPECT_THAT(solutions(), IsEmpty());
    m.model().functions.open[open.index].statements[0].condition = m.ask(a);
    EXPECT_EQ(solutions().size(), 2U);
}

TEST_F(SolveEquations, ThePreferredOnesCount) {
    const UnknownId a = m.unknown("a", m.boolean());
    const UnknownId b = m.unknown("b", digit);
    m.define(a, m.ask(a));
    m.define(b, m.make(TermKind::Minimum, {m.ask(b), m.c(3)}));
    EXPECT_EQ(solutions().size(), 8U);
    Equations& equations = m.model().functions.equations[system.index];
    equations.preference = m.ask(b);
    EXPECT_THAT(solutions(), ElementsAre(Assignment{0, 3}, Assignment{1, 3}));
    equations.preference = m.make(TermKind::Subtract, {m.ask(a), m.ask(b)});
    EXPECT_THAT(solutions(), ElementsAre(Assignment{1, 0}));
    // Undefined where a holds: smaller than any number.
    equations.preference =
        m.make(TermKind::Ite, {m.ask(a), undefined(), m.make(TermKind::Minimum, {m.c(-5), m.ask(b)})});
    EXPECT_EQ(solutions().size(), 4U);
    EXPECT_THAT(solutions().back(), ElementsAre(0, 3));
    equations.preference = undefined();
    EXPECT_EQ(solutions().size(), 8U);
}

TEST_F(SolveEquations, BackupsStandInWhereThereIsNoSolution) {
    const UnknownId a = m.unknown("a", m.boolean());
    const UnknownId b = m.unknown("b", digit, {m.boolean()});
    m.define(a, m.negation(m.ask(a)), m.c(1));
    m.define(b, m.c(2), m.add(m.cell(x), m.bound(0, m.boolean())));
    EXPECT_THAT(solved(system).solutions, IsEmpty());
    EXPECT_EQ(solved(system).backups, (Assignment{1, 4, 5}));
    EXPECT_EQ(value(m.ask(b, {m.c(1)})), 5);
    EXPECT_EQ(value(m.solutions(system)), 0) << "backups do not count";
    m.define(b, m.c(2));
    EXPECT_EQ(value(m.ask(a)), std::nullopt) << "all unknowns must have one";
    m.define(b, m.c(2), m.c(99));
    EXPECT_EQ(value(m.ask(a)), std::nullopt) << "outside the type";
    m.define(a, m.c(0), m.c(1));
    m.define(b, m.c(2), m.c(3));
    EXPECT_EQ(value(m.ask(a)), 0) << "not where there is a solution";
}

TEST_F(SolveEquations, AfterAHundredTheListEnds) {
    const TypeId eight = m.range(0, 7);
    const UnknownId a = m.unknown("a", m.boolean(), {eight});
    m.define(a, m.ask(a, {m.bound(0, eight)}));
    const auto found = solutions();
    ASSERT_EQ(found.size(), 100U);
    EXPECT_THAT(found[0], ElementsAre(0, 0, 0, 0, 0, 0, 0, 0));
    EXPECT_THAT(found[99], ElementsAre(0, 1, 1, 0, 0, 0, 1, 1)) << "the binary number 99";
    EXPECT_EQ(value(m.solutions(system)), 100);
}

// The unknowns that are guessed first come last.
TEST_F(SolveEquations, SolutionsAreInLexicographicOrder) {
    const UnknownId a = m.unknown("a", m.boolean());
    const UnknownId b = m.unknown("b", m.boolean());
    const UnknownId c = m.unknown("c", m.boolean());
    m.define(a, m.negation(m.ask(b)));
    m.define(b, m.ask(c));
    m.define(c, m.ask(c));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{0, 1, 1}, Assignment{1, 0, 0}));
}

TEST_F(SolveEquations, ASearchWithoutEndIsGivenUp) {
    const TypeId many = m.range(0, 39);
    const UnknownId a = m.unknown("a", m.boolean(), {many});
    m.define(a, m.ask(a, {m.bound(0, many)}));
    EXPECT_TRUE(solved(system).too_large);
    m.option(idle, "go", m.c(1), m.label("go", m.sequence({m.set(flag, m.ask(a, {m.c(3)})), m.stop(idle)})));
    const Model model = m.build();
    const Successor successor = only_successor(model, initial_state(model));
    EXPECT_TRUE(successor.cut);
    EXPECT_THAT(successor.incidents, ElementsAre(Occurrence{model.functions.equations[0].several, {}}));
}

// Rooms in a row, with a door between 3 and 4 that the flag opens.
TEST_F(SolveEquations, AnInductiveSystemHasTheLeastSolution) {
    m.model().functions.equations[system.index].inductive = true;
    const UnknownId far = m.unknown("far", m.boolean());
    const UnknownId reached = m.unknown("reached", m.boolean(), {digit});
    m.define(far, m.ask(reached, {m.c(9)}));
    const TermId from = m.bound(1, digit);
    const TermId to = m.bound(0, digit);
    const TermId step =
        m.make(TermKind::Or, {m.equal(to, m.add(from, m.c(1))), m.equal(from, m.add(to, m.c(1)))});
    const TermId door = m.make(TermKind::Or, {m.negation(m.equal(m.add(from, to), m.c(7))), m.cell(flag)});
    const TermId way = m.quantifier(TermKind::Exists, 1, digit,
                                    {m.make(TermKind::And, {m.ask(reached, {from}), step, door})});
    m.define(reached, m.make(TermKind::Or, {m.equal(to, m.c(1)), way}));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0}));
    m.model().variables[flag.index].initial = 1;
    EXPECT_THAT(solutions(), ElementsAre(Assignment{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
}

TEST_F(SolveEquations, AnInductiveDefinitionWithoutValueInAnyRoundIsNoSolution) {
    m.model().functions.equations[system.index].inductive = true;
    const UnknownId a = m.unknown("a", m.boolean());
    const UnknownId b = m.unknown("b", m.boolean());
    m.define(a, m.ask(a));
    m.define(b, m.both(m.ask(a), undefined()));
    EXPECT_THAT(solutions(), ElementsAre(Assignment{0, 0}));
    m.define(a, m.c(1));
    EXPECT_THAT(solutions(), IsEmpty());
    m.define(b, m.make(TermKind::Or, {m.ask(a), undefined()}));
    EXPECT_THAT(solutions(), IsEmpty()) << "in the first round";
}

TEST_F(SolveEquations, ALaterSystemReadsAnEarlierOne) {
    const UnknownId a = m.unknown("a", digit);
    m.define(a, m.cell(x));
    m.equations("later");
    const UnknownId b = m.unknown("b", digit);
    m.define(b, m.add(m.ask(a), m.c(1)));
    EXPECT_EQ(value(m.ask(b)), 5);
    m.define(a, m.negation(m.equal(m.ask(a), m.c(1))));
    EXPECT_EQ(value(m.ask(b)), std::nullopt);
    m.define(b, m.c(1));
    EXPECT_EQ(value(m.ask(b)), 1);
}

TEST_F(SolveEquations, ItIsPrinted) {
    const UnknownId a = m.unknown("a", m.boolean(), {digit});
    m.define(a, m.negation(m.ask(a, {m.bound(0, digit)})), m.c(1));
    m.model().functions.equations[system.index].preference = m.cell(x);
    const std::string text = print(m.build());
    EXPECT_THAT(text, testing::HasSubstr("equations system, none i3, several i4, prefer x\n"
                                         "  a(0..9): bool = not a(b0) backup yes\n"));
}

// Units on a row of places order a move or a support, as in a game where everybody decides unseen. A move
// succeeds if its strength is greater than what prevents it: the strength of another move to the same place,
// or of a unit that stays there. Support counts unless somebody attacks the supporter.
struct Adjudicate : testing::Test {
    ModelBuilder m;
    static constexpr Value none = -1;
    TypeId unit = m.range(0, 11);
    TypeId number = m.range(0, 9);
    std::vector<Value> at = std::vector<Value>(12), goal = std::vector<Value>(12, none),
                       helps = std::vector<Value>(12, none);

    Adjudicate() {
        for (std::size_t i = 0; i < 12; ++i) at[i] = 100 + static_cast<Value>(i);  // each alone
    }

    // For each unit: does it succeed, is its support given?
    std::vector<Assignment> solutions() {
        const auto table = [&](const char* name, const std::vector<Value>& values) {
            return m.table(name, m.range(-1, 200), {unit}, values);
        };
        const TableId at_table = table("at", at);
        const TableId goal_table = table("goal", goal);
        const TableId helps_table = table("helps", helps);
        const TermId u = m.bound(0, unit);
        const TermId v = m.bound(1, unit);
        const auto at_of = [&](TermId x) { return m.look_up(at_table, {x}); };
        const auto goal_of = [&](TermId x) { return m.look_up(goal_table, {x}); };
        const auto exists = [&](TermId condition) {
            return m.quantifier(TermKind::Exists, 1, unit, {condition});
        };
        m.equations("orders");
        const UnknownId moves = m.unknown("moves", m.boolean(), {unit});
        const UnknownId given = m.unknown("given", m.boolean(), {unit});
        const UnknownId strength = m.unknown("strength", number, {unit});
        const UnknownId hold = m.unknown("hold", number, {unit});
        const TermId other = m.negation(m.equal(u, v));
        const TermId moving = m.less(m.c(none), goal_of(u));
        const TermId supports = m.both(m.equal(m.look_up(helps_table, {v}), u), m.ask(given, {v}));
        m.define(strength, m.add(m.c(1), m.quantifier(TermKind::Count, 1, unit, {supports})));
        m.define(hold,
                 m.make(TermKind::Ite, {m.both(moving, m.ask(moves, {u})), m.c(0),
                                        m.make(TermKind::Ite, {moving, m.c(1), m.ask(strength, {u})})}));
        m.define(given, m.both(m.less(m.c(none), m.look_up(helps_table, {u})),
                               m.negation(exists(m.equal(goal_of(v), at_of(u))))));
        const TermId rival =
            m.make(TermKind::And, {other, m.equal(goal_of(v), goal_of(u)),
                                   m.negation(m.less(m.ask(strength, {v}), m.ask(strength, {u})))});
        const TermId stays =
            m.both(m.equal(at_of(v), goal_of(u)), m.negation(m.less(m.ask(hold, {v}), m.ask(strength, {u}))));
        m.define(moves, m.both(moving, m.negation(exists(m.make(TermKind::Or, {rival, stays})))));
        m.point("idle");
        const Model model = m.build();
        EXPECT_THAT(verify(model), IsEmpty());
        const State state = initial_state(model);
        const std::vector<std::optional<Assignment>> nothing;
        std::vector<Assignment> result =
            EquationsSolver(model, {}, EquationsId(0), state.data(), nothing).solve().solutions;
        for (Assignment& values : result) values.resize(24);
        return result;
    }
    // 24 values: which units move, whose support is given.
    static Assignment only(const std::vector<std::size_t>& moving, const std::vector<std::size_t>& giving) {
        Assignment result(24);
        for (const std::size_t i : moving) result[i] = 1;
        for (const std::size_t i : giving) result[12 + i] = 1;
        return result;
    }
    // Each of these units goes where the next one is.
    void ring(const std::vector<std::size_t>& units) {
        for (std::size_t i = 0; i < units.size(); ++i) goal[units[i]] = at[units[(i + 1) % units.size()]];
    }
};

TEST_F(Adjudicate, AChainMovesUp) {
    for (std::size_t i = 0; i < 11; ++i) goal[i] = at[i + 1];
    goal[11] = 50;
    EXPECT_THAT(solutions(), ElementsAre(only({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {})));
}

TEST_F(Adjudicate, AChainWaitsForItsHead) {
    for (std::size_t i = 0; i < 11; ++i) goal[i] = at[i + 1];
    EXPECT_THAT(solutions(), ElementsAre(only({}, {})));
}

// Three rings: each moves as a whole or not at all. Support breaks a standoff.
TEST_F(Adjudicate, RingsMoveOrStay) {
    ring({0, 1, 2});
    ring({3, 4, 5, 6});
    goal[7] = 60;
    goal[8] = 60;
    helps[9] = 8;
    goal[10] = at[11];
    EXPECT_THAT(solutions(), ElementsAre(only({8}, {9}), only({3, 4, 5, 6, 8}, {9}), only({0, 1, 2, 8}, {9}),
                                         only({0, 1, 2, 3, 4, 5, 6, 8}, {9})));
}

TEST_F(Adjudicate, SupportThatIsAttackedIsNotGiven) {
    goal[7] = 60;
    goal[8] = 60;
    helps[9] = 8;
    goal[10] = at[9];
    EXPECT_THAT(solutions(), ElementsAre(only({}, {})));
}

// What a transition makes of it: y is set to what the unknowns are.
struct AskEquations : SolveEquations {
    VarId y = m.variable("y", digit);
    ClauseId asker = m.clause("asker");
    UnknownId free = m.unknown("free", m.boolean());

    AskEquations() { m.define(free, m.ask(free)); }
    void act(std::vector<CodeId> code, TermId guard = {}) {
        code.push_back(m.stop(idle));
        m.option(idle, "go", guard.is_valid() ? guard : m.c(1), m.label("go", m.sequence(std::move(code))),
                 {}, asker);
    }
    Expansion expand() {
        const Model model = m.build();
        EXPECT_THAT(verify(model), IsEmpty());
        return Evaluator(model).expand(initial_state(model));
    }
    // x, flag, y of each successor.
    std::vector<State> after(const Expansion& expansion) {
        std::vector<State> result;
        for (const Successor& successor : expansion.successors) {
            result.push_back(successor.next ? State(successor.next->begin(), successor.next->begin() + 3)
                                            : State{});
        }
        return result;
    }
    IncidentId several() { return m.model().functions.equations[system.index].several; }
    IncidentId none() { return m.model().functions.equations[system.index].none; }
};

TEST_F(AskEquations, EachOfSeveralSolutionsIsExploredAndKept) {
    act({m.set(flag, m.ask(free)), m.set(y, m.ask(free))});
    const Expansion expansion = expand();
    EXPECT_THAT(after(expansion), ElementsAre(State{4, 0, 0}, State{4, 1, 1}));
    EXPECT_THAT(expansion.successors[1].move.outcomes, ElementsAre(std::pair(several(), 1U)));
    EXPECT_THAT(expansion.successors[1].incidents, ElementsAre(Occurrence{several(), asker}));
    EXPECT_THAT(expansion.successors[1].used, ElementsAre(asker));
}

TEST_F(AskEquations, WhatTheGuardTookStandsInTheCode) {
    act({m.set(y, m.ask(free))}, m.ask(free));
    EXPECT_THAT(after(expand()), ElementsAre(State{4, 0, 1}));
}

// The flag excludes one of the two; when it falls, both are there again.
TEST_F(AskEquations, ASolutionStaysAsLongAsItIsOne) {
    m.define(free, m.make(TermKind::Or, {m.ask(free), m.cell(flag)}));
    act({m.set(x, m.ask(free)), m.set(flag, m.c(1)), m.increase(y, m.ask(free)), m.set(flag, m.c(0)),
         m.increase(y, m.make(TermKind::Multiply, {m.ask(free), m.c(2)}))});
    // Yes stays; no is forgotten when it is none, and then both are explored.
    EXPECT_THAT(after(expand()), ElementsAre(State{0, 0, 1}, State{0, 0, 3}, State{1, 0, 3}));
}

TEST_F(AskEquations, WithoutSolutionTheAskingIsAnError) {
    m.define(free, m.negation(m.ask(free)));
    act({m.set(flag, m.ask(free))});
    const Expansion expansion = expand();
    EXPECT_THAT(after(expansion), ElementsAre(State{}));
    EXPECT_THAT(expansion.successors[0].incidents, ElementsAre(Occurrence{none(), asker}));
    EXPECT_FALSE(expansion.successors[0].cut);
}

TEST_F(AskEquations, ALaterSystemIsSolvedForEachSolutionOfTheEarlier) {
    m.equations("later");
    const UnknownId follows = m.unknown("follows", digit);
    m.define(follows, m.add(m.ask(free), m.c(2)));
    act({m.set(y, m.ask(follows)), m.set(flag, m.ask(free))});
    const Expansion expansion = expand();
    EXPECT_THAT(after(expansion), ElementsAre(State{4, 0, 2}, State{4, 1, 3}));
    EXPECT_THAT(expansion.successors[0].incidents, ElementsAre(Occurrence{several(), asker}));
}

TEST_F(AskEquations, CountingSolutionsDecidesNothing) {
    act({m.set(y, m.solutions(system))});
    const Expansion expansion = expand();
    EXPECT_THAT(after(expansion), ElementsAre(State{4, 0, 2}));
    EXPECT_THAT(expansion.successors[0].incidents, IsEmpty());
}

TEST_F(AskEquations, SolveKeepsTheValuesWhateverChanges) {
    m.define(free, m.equal(m.cell(x), m.c(4)));
    const CodeId inside = m.sequence({m.set(x, m.c(5)), m.set(flag, m.ask(free))});
    act({m.solve(system, {inside}), m.set(y, m.ask(free))});
    const Expansion expansion = expand();
    EXPECT_THAT(after(expansion), ElementsAre(State{5, 1, 0}));
    EXPECT_THAT(expansion.successors[0].incidents, IsEmpty());
}

TEST_F(AskEquations, SolveDecidesForItself) {
    act({m.set(x, m.ask(free)), m.solve(system, {m.set(flag, m.ask(free))}), m.set(y, m.ask(free))});
    const Expansion expansion = expand();
    EXPECT_THAT(after(expansion),
                ElementsAre(State{0, 0, 0}, State{0, 1, 0}, State{1, 0, 1}, State{1, 1, 1}));
    EXPECT_THAT(expansion.successors[1].move.outcomes,
                ElementsAre(std::pair(several(), 0U), std::pair(several(), 1U)));
}

TEST_F(AskEquations, SolveSaysWhatHappensWithoutSolution) {
    m.define(free, m.negation(m.ask(free)));
    const CodeId first = m.set(x, m.c(1));
    act({m.solve(system, {first, m.set(y, m.c(7))})});
    EXPECT_THAT(after(expand()), ElementsAre(State{4, 0, 7}));
    EXPECT_THAT(expand().successors[0].incidents, IsEmpty());
}

TEST_F(AskEquations, WithoutSolutionTheRunGoesOnBehindTheSolve) {
    m.define(free, m.negation(m.ask(free)));
    act({m.solve(system, {m.set(x, m.c(1))}), m.set(y, m.c(7))});
    EXPECT_THAT(after(expand()), ElementsAre(State{4, 0, 7}));
    EXPECT_THAT(expand().successors[0].incidents, ElementsAre(Occurrence{none(), asker}));
}

TEST_F(AskEquations, SolveTakesBackups) {
    m.define(free, m.negation(m.ask(free)), m.c(1));
    act({m.solve(system, {m.set(y, m.ask(free)), m.set(y, m.c(7))})});
    EXPECT_THAT(after(expand()), ElementsAre(State{4, 0, 1}));
}

TEST_F(AskEquations, SolveSaysWhatHappensWithSeveralSolutions) {
    act({m.solve(system, {m.set(y, m.c(1)), m.set(y, m.c(2)), m.set(y, m.c(3))})});
    EXPECT_THAT(after(expand()), ElementsAre(State{4, 0, 3}));
    EXPECT_THAT(expand().successors[0].incidents, IsEmpty());
}

TEST_F(AskEquations, InsideABlockTheStateBeforeCounts) {
    m.define(free, m.equal(m.cell(x), m.c(4)));
    const CodeId inside = m.sequence({m.set(y, m.ask(free)), m.set(flag, m.ask(free))});
    act({m.simultaneously(m.sequence({m.set(x, m.c(5)), m.solve(system, {inside})}))});
    EXPECT_THAT(after(expand()), ElementsAre(State{5, 1, 1}));
}

TEST_F(AskEquations, AnInnerSolveIsFreshAndTheOuterComesBack) {
    m.define(free, m.equal(m.cell(x), m.c(4)));
    const CodeId inner =
        m.sequence({m.set(x, m.c(5)), m.solve(system, {m.set(flag, m.ask(free))}), m.set(y, m.ask(free))});
    act({m.solve(system, {inner})});
    EXPECT_THAT(after(expand()), ElementsAre(State{5, 0, 1}));
}

TEST_F(AskEquations, AStateCheckMayAsk) {
    m.define(free, m.equal(m.cell(x), m.c(4)));
    m.state_check(m.ask(free), m.set(x, m.c(3)));
    act({});
    const Expansion expansion = expand();
    ASSERT_EQ(expansion.successors.size(), 1U);
    EXPECT_EQ(expansion.successors[0].move.kind, MoveKind::Settle);
}

}  // namespace
}  // namespace errata::tests
