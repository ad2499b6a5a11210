// Systems of equations with known answers, as the encoding sees them: each sentence of `Equations` in
// model.h. That the evaluator says the same is shown by the differential tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/symbolic/solver.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/smt/encode_step.h"
#include "compiler/smt/formula.h"
#include "tests/support/codes.h"
#include "tests/support/constant_cells.h"
#include "tests/support/model_builder.h"

namespace errata::compiler {
namespace {

using checker::Answer;
using checker::Solver;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using tests::ModelBuilder;

// What happens at one point with one option, from the initial state.
struct Results {
    std::set<std::vector<Value>> next;  // of the variables; of the transitions that lead to a state
    std::set<std::string> incidents;    // codes
    bool error = false;
    bool cut = false;
    std::set<std::string> not_analysed;
};

Results results(const Model& model, EncoderOptions options = {}) {
    Encoder encoder(model, std::move(options));
    FormulaPool& pool = encoder.pool();
    const Step step = encoder.step(tests::constant_cells(tests::initial_state(model), pool));
    Results results;
    results.not_analysed = encoder.not_analysed();
    Solver solver(pool);
    solver.require(step.valid);
    const auto happens = [&](Formula what) { return solver.check({what}) == Answer::Sat; };
    for (const StepIncident& incident : step.incidents) {
        if (happens(incident.condition))
            results.incidents.insert(name_of(model.incidents.all[incident.occurrence.incident.index]));
    }
    results.error = happens(step.error);
    results.cut = happens(step.cut);
    const Formula leads_on = pool.lnot(pool.lor(step.error, step.cut));
    while (results.next.size() < 50 && happens(leads_on)) {
        const std::vector<Value> assignment = solver.assignment();
        KnownValues known;
        std::vector<Value> next;
        std::vector<Formula> same;
        for (std::size_t i = 0; i < model.layout.over; ++i) {
            next.push_back(evaluate(pool, step.next[i], assignment, known));
            same.push_back(pool.equal(step.next[i], next.back()));
        }
        results.next.insert(next);
        solver.require(pool.lnot(pool.lor(pool.land(std::move(same)), pool.lnot(leads_on))));
    }
    return results;
}

// Unknowns a and b, and two variables that an option sets to them.
struct Pair {
    explicit Pair(Value hi = 1, bool inductive = false) : type(hi == 1 ? m.boolean() : m.range(0, hi)) {
        x = m.variable("x", type);
        y = m.variable("y", type);
        system = m.equations("pair", inductive);
        a = m.unknown("a", type);
        b = m.unknown("b", type);
        point = m.point("point");
    }

    Model ask() { return with(m.sequence({m.set(x, m.ask(a)), m.set(y, m.ask(b)), m.stop(point)})); }

    Model with(CodeId code) {
        m.option(point, "go", m.c(1), m.label("go", code));
        return m.build();
    }

    TermId no(UnknownId u) { return m.negation(m.ask(u)); }

    ModelBuilder m;
    TypeId type;
    VarId x, y;
    EquationsId system;
    UnknownId a, b;
    PointId point;
};

TEST(EncodeEquations, DefinitionsWithoutACircleAreUnfolded) {
    Pair p(3);
    p.m.define(p.a, p.m.add(p.m.ask(p.b), p.m.c(1)));
    p.m.define(p.b, p.m.c(2));
    const Results r = results(p.ask());
    EXPECT_THAT(r.next, ElementsAre(ElementsAre(3, 2)));
    EXPECT_THAT(r.incidents, IsEmpty());
    EXPECT_FALSE(r.error);
}

TEST(EncodeEquations, AValueOutsideTheTypeIsNoSolution) {
    Pair p(3);
    p.m.define(p.a, p.m.add(p.m.ask(p.b), p.m.c(2)));
    p.m.define(p.b, p.m.c(2));
    const Results r = results(p.ask());
    EXPECT_TRUE(r.error);
    EXPECT_THAT(r.next, IsEmpty());
    EXPECT_THAT(r.incidents, ElementsAre("contradiction.no-fixpoint"));
}

TEST(EncodeEquations, AnOddCircleHasNoSolutionAndAnEvenOneTwo) {
    Pair odd;
    odd.m.define(odd.a, odd.no(odd.b));
    odd.m.define(odd.b, odd.m.ask(odd.a));
    EXPECT_THAT(results(odd.ask()).incidents, ElementsAre("contradiction.no-fixpoint"));
    Pair even;
    even.m.define(even.a, even.no(even.b));
    even.m.define(even.b, even.no(even.a));
    const Results r = results(even.ask());
    EXPECT_THAT(r.incidents, ElementsAre("contradiction.many-fixpoints"));
    EXPECT_THAT(r.next, UnorderedElementsAre(ElementsAre(0, 1), ElementsAre(1, 0)));
    EXPECT_FALSE(r.error);
}

TEST(EncodeEquations, NumbersAreSolvedAsWell) {
    Pair p(3);  // a = 3 - b, b = a + 1: only 1 and 2
    p.m.define(p.a, p.m.make(TermKind::Subtract, {p.m.c(3), p.m.ask(p.b)}));
    p.m.define(p.b, p.m.add(p.m.ask(p.a), p.m.c(1)));
    const Results r = results(p.ask());
    EXPECT_THAT(r.next, ElementsAre(ElementsAre(1, 2)));
    EXPECT_THAT(r.incidents, IsEmpty());
}

TEST(EncodeEquations, APreferenceLeavesTheBest) {
    Pair p;
    p.m.define(p.a, p.no(p.b));
    p.m.define(p.b, p.no(p.a));
    p.m.model().functions.equations[0].preference = p.m.ask(p.b);
    const Results r = results(p.ask());
    EXPECT_THAT(r.next, ElementsAre(ElementsAre(0, 1)));
    EXPECT_THAT(r.incidents, IsEmpty());
}

TEST(EncodeEquations, BackupsStandInForASolutionOnlyIfAllHaveOne) {
    for (const bool all : {true, false}) {
        Pair p;
        p.m.define(p.a, p.no(p.b), p.m.c(1));
        p.m.define(p.b, p.m.ask(p.a), all ? p.m.c(0) : TermId());
        const Results r = results(p.ask());
        EXPECT_EQ(r.error, !all);
        EXPECT_EQ(r.next.count({1, 0}), all ? 1U : 0U);
        EXPECT_EQ(r.incidents.size(), all ? 0U : 1U);
    }
}

TEST(EncodeEquations, AnInductiveSystemHasTheLeastSolution) {
    Pair p(1, true);
    p.m.define(p.a, p.m.ask(p.b));
    p.m.define(p.b, p.m.ask(p.a));
    const Results r = results(p.ask());
    EXPECT_THAT(r.next, ElementsAre(ElementsAre(0, 0)));
    EXPECT_THAT(r.incidents, IsEmpty());
}

TEST(EncodeEquations, ATakenSolutionStaysWhileItIsOne) {
    Pair p;
    p.m.define(p.a, p.no(p.b));
    p.m.define(p.b, p.no(p.a));
    const VarId again = p.m.variable("again", p.m.boolean());
    // Not on the way: `y` is not read by the equations.
    const Results r = results(p.with(p.m.sequence({p.m.set(p.x, p.m.ask(p.a)), p.m.set(p.y, p.m.c(1)),
                                                   p.m.set(again, p.m.ask(p.a)), p.m.stop(p.point)})));
    EXPECT_THAT(r.next, UnorderedElementsAre(ElementsAre(0, 1, 0), ElementsAre(1, 1, 1)));
}

// Another system that says the same is another question.
TEST(EncodeEquations, ASolutionIsTakenForItsSystemAlone) {
    Pair p;
    p.m.define(p.a, p.no(p.b));
    p.m.define(p.b, p.no(p.a));
    p.m.equations("another pair", false);
    const UnknownId c = p.m.unknown("c", p.type);
    const UnknownId d = p.m.unknown("d", p.type);
    p.m.define(c, p.no(d));
    p.m.define(d, p.no(c));
    const VarId again = p.m.variable("again", p.m.boolean());
    const Results r = results(p.with(p.m.sequence({p.m.set(p.x, p.m.ask(p.a)), p.m.set(p.y, p.m.c(1)),
                                                   p.m.set(again, p.m.ask(c)), p.m.stop(p.point)})));
    EXPECT_EQ(r.next.size(), 4U);
}

// a and b as before while x is no; then both are yes.
TEST(EncodeEquations, ASolutionThatIsNoneAnyMoreIsForgotten) {
    Pair p;
    p.m.define(p.a, p.m.make(TermKind::Or, {p.m.cell(p.x), p.no(p.b)}));
    p.m.define(p.b, p.m.make(TermKind::Or, {p.m.cell(p.x), p.no(p.a)}));
    const VarId first = p.m.variable("first", p.m.boolean());
    const VarId last = p.m.variable("last", p.m.boolean());
    const Results r = results(
        p.with(p.m.sequence({p.m.set(first, p.m.ask(p.a)), p.m.set(p.x, p.m.c(1)), p.m.set(p.y, p.m.ask(p.a)),
                             p.m.set(p.x, p.m.c(0)), p.m.set(last, p.m.ask(p.a)), p.m.stop(p.point)})));
    EXPECT_THAT(r.next, UnorderedElementsAre(ElementsAre(0, 1, 0, 0), ElementsAre(0, 1, 0, 1),
                                             ElementsAre(0, 1, 1, 0), ElementsAre(0, 1, 1, 1)));
}

// The candidates stay the same, 0 and 1 for a; but b follows x.
TEST(EncodeEquations, ASolutionIsForgottenForTheSakeOfEveryUnknown) {
    Pair p(3);
    p.m.define(p.a, p.m.make(TermKind::Minimum, {p.m.ask(p.a), p.m.c(1)}));
    p.m.define(p.b, p.m.cell(p.x));
    const VarId first = p.m.variable("first", p.type);
    const VarId last = p.m.variable("last", p.type);
    const Results r = results(p.with(p.m.sequence({p.m.set(first, p.m.ask(p.a)), p.m.set(p.x, p.m.c(1)),
                                                   p.m.set(last, p.m.ask(p.a)), p.m.stop(p.point)})));
    EXPECT_THAT(r.next, UnorderedElementsAre(ElementsAre(1, 0, 0, 0), ElementsAre(1, 0, 0, 1),
                                             ElementsAre(1, 0, 1, 0), ElementsAre(1, 0, 1, 1)));
}

// Even without a circle: before a is known, b has no value.
TEST(EncodeEquations, InductionNeedsAValueInEveryRound) {
    Pair p(1, true);
    const TableId none = p.m.table("none", p.m.boolean(), {p.m.boolean()}, {1, 1});
    const TermId outside = p.m.look_up(none, {p.m.add(p.m.cell(p.x), p.m.c(2))});
    p.m.define(p.a, p.m.c(1));
    p.m.define(p.b, p.m.make(TermKind::Ite, {p.m.ask(p.a), p.m.c(1), outside}));
    const Results r = results(p.ask());
    EXPECT_TRUE(r.error);
    EXPECT_THAT(r.incidents, ElementsAre("contradiction.no-fixpoint"));
}

TEST(EncodeEquations, InsideASolveTheUnknownsKeepTheirValues) {
    Pair p(3);
    p.m.define(p.a, p.m.cell(p.x));
    p.m.define(p.b, p.m.c(0));
    const CodeId change =
        p.m.sequence({p.m.set(p.x, p.m.c(2)), p.m.set(p.y, p.m.add(p.m.ask(p.a), p.m.c(1)))});
    const Results r = results(p.with(p.m.sequence({p.m.solve(p.system, {change}), p.m.stop(p.point)})));
    EXPECT_THAT(r.next, ElementsAre(ElementsAre(2, 1)));
}

TEST(EncodeEquations, SolveHasACodeForNoneAndForSeveral) {
    for (const bool odd : {true, false}) {
        Pair p(3);
        const TermId other = p.m.equal(p.m.ask(p.b), p.m.c(0));
        p.m.define(p.a, other);
        p.m.define(p.b, odd ? p.m.ask(p.a) : p.m.equal(p.m.ask(p.a), p.m.c(0)));
        const CodeId solve =
            p.m.solve(p.system, {p.m.set(p.x, p.m.c(1)), p.m.set(p.x, p.m.c(2)), p.m.set(p.x, p.m.c(3))});
        const Results r = results(p.with(p.m.sequence({solve, p.m.stop(p.point)})));
        EXPECT_THAT(r.next, ElementsAre(ElementsAre(odd ? 2 : 3, 0)));
        EXPECT_THAT(r.incidents, IsEmpty());
    }
}

TEST(EncodeEquations, SolveWithoutThemReportsAndGoesOn) {
    Pair none;
    none.m.define(none.a, none.no(none.b));
    none.m.define(none.b, none.m.ask(none.a));
    Results r =
        results(none.with(none.m.sequence({none.m.solve(none.system, {none.m.set(none.x, none.m.c(1))}),
                                           none.m.set(none.y, none.m.c(1)), none.m.stop(none.point)})));
    EXPECT_THAT(r.next, ElementsAre(ElementsAre(0, 1)));
    EXPECT_THAT(r.incidents, ElementsAre("contradiction.no-fixpoint"));
    Pair several;
    several.m.define(several.a, several.no(several.b));
    several.m.define(several.b, several.no(several.a));
    r = results(several.with(several.m.sequence(
        {several.m.solve(several.system, {several.m.set(several.x, several.m.ask(several.a))}),
         several.m.stop(several.point)})));
    EXPECT_THAT(r.next, UnorderedElementsAre(ElementsAre(0, 0), ElementsAre(1, 0)));
    EXPECT_THAT(r.incidents, ElementsAre("contradiction.many-fixpoints"));
}

TEST(EncodeEquations, TooManyCandidatesAreNotAnalysed) {
    Pair p;
    p.m.define(p.a, p.no(p.b));
    p.m.define(p.b, p.no(p.a));
    EncoderOptions options;
    options.solution_limit = 1;
    const Results r = results(p.ask(), options);
    EXPECT_TRUE(r.cut);
    EXPECT_THAT(r.next, IsEmpty());
    EXPECT_THAT(r.not_analysed, ElementsAre(testing::HasSubstr("equations of this size")));
}

TEST(EncodeEquations, TheNumberOfSolutionsIsATerm) {
    Pair p(2);
    p.m.define(p.a, p.m.ask(p.a));
    p.m.define(p.b, p.m.c(0));
    // Three values of a; more than the type of x holds is an overflow.
    const Results r = results(
        p.with(p.m.sequence({p.m.set(p.x, p.m.make(TermKind::Subtract, {p.m.solutions(p.system), p.m.c(1)})),
                             p.m.stop(p.point)})));
    EXPECT_THAT(r.next, ElementsAre(ElementsAre(2, 0)));
    EXPECT_THAT(r.incidents, IsEmpty());
}

// An open function to 0..3.
struct Spoken {
    Spoken() {
        x = m.variable("x", type);
        f = m.open_function_to(type, "f");
        point = m.point("point");
    }
    Results ask() {
        m.option(point, "go", m.c(1), m.label("go", m.sequence({m.set(x, m.holds(f)), m.stop(point)})));
        return results(m.build());
    }
    ModelBuilder m;
    TypeId type = m.range(0, 3);
    VarId x;
    OpenId f;
    PointId point;
};

TEST(EncodeOpen, OneAllowedValueIsTheValue) {
    Spoken s;
    s.m.statement(s.f, true, s.m.c(1), s.m.c(2));
    s.m.statement(s.f, false, s.m.c(1), s.m.c(1));
    s.m.statement(s.f, true, s.m.c(0), s.m.c(3));  // does not hold
    const Results r = s.ask();
    EXPECT_THAT(r.next, ElementsAre(ElementsAre(2)));
    EXPECT_THAT(r.incidents, IsEmpty());
}

TEST(EncodeOpen, SeveralAllowedValuesAreAGap) {
    Spoken s;
    s.m.statement(s.f, false, s.m.c(1), s.m.c(1));
    const Results r = s.ask();
    EXPECT_THAT(r.next, UnorderedElementsAre(ElementsAre(0), ElementsAre(2), ElementsAre(3)));
    EXPECT_THAT(r.incidents, ElementsAre("gap.undefined"));
}

TEST(EncodeOpen, AFallbackCountsWhereItIsAllowed) {
    for (const Value value : {1, 2}) {
        Spoken s;
        s.m.statement(s.f, false, s.m.c(1), s.m.c(1));
        s.m.fallback(s.f, s.m.c(value));
        const Results r = s.ask();
        EXPECT_EQ(r.next.size(), value == 1 ? 3U : 1U);
        EXPECT_EQ(r.incidents.size(), value == 1 ? 1U : 0U);
    }
}

TEST(EncodeOpen, OfCompetingValuesEachIsExplored) {
    Spoken s;
    s.m.statement(s.f, true, s.m.c(1), s.m.c(0));
    s.m.statement(s.f, true, s.m.c(1), s.m.c(3));
    Results r = s.ask();
    EXPECT_THAT(r.next, UnorderedElementsAre(ElementsAre(0), ElementsAre(3)));
    EXPECT_THAT(r.incidents, ElementsAre("contradiction.definition"));
    Spoken alone;  // one positive statement against another's prohibition: any value
    alone.m.statement(alone.f, true, alone.m.c(1), alone.m.c(2));
    alone.m.statement(alone.f, false, alone.m.c(1), alone.m.c(2));
    EXPECT_EQ(alone.ask().next.size(), 4U);
}

TEST(EncodeOpen, AValueOutsideTheTypeIsUndefined) {
    Spoken s;
    s.m.statement(s.f, true, s.m.c(1), s.m.c(4));
    const Results r = s.ask();
    EXPECT_TRUE(r.error);
    EXPECT_THAT(r.next, IsEmpty());
}

}  // namespace
}  // namespace errata::compiler
