// A model made well has no problems; each mistake is named.
#include "compiler/ir/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Verify, ToyGamesAreModels) {
    EXPECT_THAT(verify(HeapGame().model), IsEmpty());
    EXPECT_THAT(verify(ring_walk(5, true)), IsEmpty());
    EXPECT_THAT(verify(trigger_game()), IsEmpty());
}

// One mistake at a time in an otherwise sound model.
struct VerifyMistake : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    VarId x = m.variable("x", digit);
    PointId turn = m.point("turn");
    EndingId win = m.ending("win");

    VerifyMistake() { m.registers = 1; }
    void act(CodeId code) { m.option(turn, "act", m.c(1), m.label("act", code)); }
    void expect(const std::string& text) { EXPECT_THAT(verify(m.build()), Contains(HasSubstr(text))); }
    CodeId set_x() { return m.set(x, m.c(1)); }
};

TEST_F(VerifyMistake, None) {
    act(m.sequence({set_x(), m.when(m.c(1), m.stop(turn), m.finish(win))}));
    EXPECT_THAT(verify(m.build()), IsEmpty());
}

TEST_F(VerifyMistake, FallsThrough) {
    act(m.sequence({set_x(), m.when(m.c(1), m.stop(turn))}));
    expect("label act: falls through its end");
}

TEST_F(VerifyMistake, EndsTooEarly) {
    act(m.sequence({m.when(m.c(1), m.finish(win)), m.stop(turn)}));
    expect("ends where more follows");
}

TEST_F(VerifyMistake, EndsInsideForEach) {
    act(m.sequence({m.for_each(0, digit, m.c(1), m.finish(win)), m.stop(turn)}));
    expect("ends where more follows");
}

TEST_F(VerifyMistake, EndsInsideSimultaneously) {
    act(m.simultaneously(m.stop(turn)));
    expect("ends where more follows");
}

TEST_F(VerifyMistake, MembersOfWhatIsNoSet) {
    act(m.sequence({m.gain(x, m.c(1)), m.stop(turn)}));
    expect("has no members to gain or lose");
}

TEST_F(VerifyMistake, GotoCycle) {
    const LabelId one = m.label("one", m.stop(turn));
    const LabelId two = m.label("two", m.go_to(one));
    m.model().flow.labels[one.index].code = m.sequence({set_x(), m.go_to(two)});
    expect("comes back without a stop");
}

TEST_F(VerifyMistake, TheTurnReturns) {
    act(m.leave());
    expect("the turn returns");
}

TEST_F(VerifyMistake, TheTurnStopsAtAnItem) {
    const PointId item = m.point("item");
    m.at(item).control = false;
    act(m.stop(item));
    expect("the turn stops at item of an agenda item");
}

TEST_F(VerifyMistake, AStateCheckStops) {
    m.state_check(m.c(1), m.stop(turn));
    expect("a state check stops or goes elsewhere");
}

TEST_F(VerifyMistake, AStateCheckReadsARegister) {
    m.state_check(m.c(1), m.set(x, m.reg(0, digit)));
    expect("register 0 holds nothing here");
}

TEST_F(VerifyMistake, AGuardReadsADeadRegister) {
    m.option(turn, "act", m.less(m.reg(0, digit), m.c(3)), m.label("act", m.stop(turn)));
    expect("register 0 holds nothing here");
}

TEST_F(VerifyMistake, AGuardIsNoTruthValue) {
    m.option(turn, "act", m.cell(x), m.label("act", m.stop(turn)));
    expect("not a truth value");
}

TEST_F(VerifyMistake, AConditionInsideATermIsNoTruthValue) {
    m.option(turn, "act", m.negation(m.cell(x)), m.label("act", m.stop(turn)));
    expect("child 0 is not a truth value");
}

TEST_F(VerifyMistake, ABinderOutOfScope) {
    act(m.sequence({m.set(x, m.bound(0, digit)), m.stop(turn)}));
    expect("binder 0 is not in scope");
}

TEST_F(VerifyMistake, ALevelTakenTwice) {
    act(m.sequence({m.for_each(0, digit, m.c(1), m.let(0, m.c(1), set_x())), m.stop(turn)}));
    expect("level 0 is taken");
}

TEST_F(VerifyMistake, AQuantifierInsideWithoutAHigherLevel) {
    const TermId inner = m.quantifier(TermKind::Exists, 0, digit, {m.less(m.bound(0, digit), m.c(3))});
    m.state_check(m.quantifier(TermKind::Exists, 0, digit, {inner}), set_x());
    expect("does not have a higher level");
}

TEST_F(VerifyMistake, ABinderWithTooNarrowAnInterval) {
    const TermId narrow = m.less(m.bound(0, m.range(0, 3)), m.c(3));
    m.state_check(m.quantifier(TermKind::Exists, 0, digit, {narrow}), set_x());
    expect("leaves out values of the domain");
}

TEST_F(VerifyMistake, WrongNumberOfArguments) {
    act(m.sequence({m.set(x, m.c(1), {m.c(2)}), m.stop(turn)}));
    expect("a write to x has the wrong number of arguments");
}

TEST_F(VerifyMistake, AForkWithoutIncident) {
    act(m.sequence({m.fork({}, {set_x()}), m.stop(turn)}));
    expect("a node names no incident");
}

TEST_F(VerifyMistake, ATriggerThatDoesNotFit) {
    const PointId item = m.point("item");
    m.at(item).control = false;
    m.live(item, 0, digit);
    m.trigger("t", item, {digit});
    EXPECT_THAT(verify(m.build()), IsEmpty()) << "it may be called, without a bag";
    m.pending = 1;
    expect("trigger t does not fit");
    m.pending_arguments = 1;
    EXPECT_THAT(verify(m.build()), IsEmpty());
    m.registers = 0;
    expect("does not exist");
    m.at(item).live_registers.clear();
    expect("trigger t does not fit");
}

// A trigger with a digit, called or pended; the turn can wait at itself or at the trigger's item.
struct VerifyInstance : VerifyMistake {
    PointId item = m.point("item");
    TriggerId told;

    void SetUp() override {
        m.at(item).control = false;
        m.live(item, 0, digit);
        m.option(item, "resolve", m.c(1), m.label("resolve", m.leave()));
        told = m.trigger("told", item, {digit});
    }
};

TEST_F(VerifyInstance, None) {
    act(m.sequence({set_x(), m.when(m.c(1), m.call(told, {m.cell(x)}, turn), m.stop(turn))}));
    m.option(item, "again", m.c(1), m.label("again", m.call(told, {m.reg(0, digit)}, item)));
    EXPECT_THAT(verify(m.build()), IsEmpty());
}

TEST_F(VerifyInstance, AnUnknownTrigger) {
    act(m.call(TriggerId(4), {}, turn));
    expect("label act: a node names no trigger");
}

TEST_F(VerifyInstance, AnUnknownPoint) {
    act(m.call(told, {m.c(1)}, PointId(7)));
    expect("label act: a node names no point");
}

TEST_F(VerifyInstance, TooFewArguments) {
    act(m.call(told, {}, turn));
    expect("a node has 0 terms instead of 1");
}

TEST_F(VerifyInstance, AnArgumentOutOfScope) {
    act(m.call(told, {m.bound(0, digit)}, turn));
    expect("binder 0 is not in scope");
}

TEST_F(VerifyInstance, TheTurnWaitsAtAnItem) {
    act(m.call(told, {m.c(1)}, item));
    expect("the turn stops at item of an agenda item");
}

TEST_F(VerifyInstance, AnItemWaitsAtTheTurn) {
    m.option(item, "again", m.c(1), m.label("again", m.call(told, {m.c(1)}, turn)));
    expect("an agenda item stops at turn of the turn");
}

TEST_F(VerifyInstance, MoreFollowsACall) {
    act(m.sequence({m.call(told, {m.c(1)}, turn), m.stop(turn)}));
    expect("ends where more follows");
}

TEST_F(VerifyInstance, AStateCheckCalls) {
    m.state_check(m.c(1), m.call(told, {m.c(1)}, turn));
    expect("a state check stops or goes elsewhere");
}

TEST_F(VerifyInstance, PendingWithoutABag) {
    act(m.sequence({m.pend(told, {m.c(1)}), m.stop(turn)}));
    expect("there is no bag");
}

TEST_F(VerifyMistake, ForgettingWhatCanBeNone) {
    const TypeId thing = m.enumeration("thing", {"a", "b"});
    const TypeId maybe = m.optional(thing);
    act(m.sequence({m.forget(thing, m.c(1)), m.stop(turn)}));
    EXPECT_THAT(verify(m.build()), IsEmpty());
    m.label("bad", m.sequence({m.forget(maybe, m.c(1)), m.stop(turn)}));
    expect("a Forget has a domain with none");
}

TEST_F(VerifyMistake, ForgettingACounter) {
    act(m.sequence({m.forget(m.counter(), m.c(1)), m.stop(turn)}));
    expect("a Forget ranges over an infinite domain");
}

TEST_F(VerifyMistake, ForgettingWithoutADomain) {
    act(m.sequence({m.forget({}, m.c(1)), m.stop(turn)}));
    expect("a node names no domain");
}

TEST_F(VerifyMistake, ForgettingInAStateCheckByRegister) {
    m.state_check(m.c(1), m.forget(digit, m.reg(0, digit)));
    expect("register 0 holds nothing here");
}

TEST_F(VerifyMistake, ABaseWithOtherValues) {
    const TypeId thing = m.enumeration("thing", {"a", "b"});
    const TypeId maybe = m.optional(thing);
    EXPECT_THAT(verify(m.build()), IsEmpty());
    m.model().types[maybe.index].hi = 2;
    expect("the base of thing? has other values");
    m.model().types[maybe.index].hi = 1;
    m.model().types[maybe.index].base = m.boolean();
    expect("the base of thing? has other values");
    m.model().types[maybe.index].base = maybe;
    expect("the base of thing? has none");
    m.model().types[maybe.index].base = TypeId(99);
    expect("the base of thing? does not exist");
    m.model().types[maybe.index].base = thing;
    m.model().types[thing.index].base = thing;
    expect("type thing has a base, but is not optional");
}

TEST_F(VerifyMistake, InterchangeableNumbers) {
    m.model().types[digit.index].interchangeable = true;
    expect("are interchangeable, but no objects");
}

// Reach binds levels 0 and 1 here, in its link alone.
struct VerifyReach : VerifyMistake {
    TermId from = m.bound(0, digit);
    TermId to = m.bound(1, digit);
    void check(TermId term) { m.state_check(term, set_x()); }
    TermId first(Value level) {
        return m.quantifier(TermKind::First, level, digit, {m.less(m.bound(level, digit), m.c(3))});
    }
};

TEST_F(VerifyReach, None) {
    check(m.reach(0, digit, first(0), first(1), m.less(m.add(from, first(2)), to)));
    EXPECT_THAT(verify(m.build()), IsEmpty());
}

TEST_F(VerifyReach, TheStartSeesABinder) {
    check(m.reach(0, digit, from, m.c(1), m.less(from, to)));
    expect("binder 0 is not in scope");
}

TEST_F(VerifyReach, TheGoalSeesABinder) {
    check(m.reach(0, digit, m.c(1), to, m.less(from, to)));
    expect("binder 1 is not in scope");
}

TEST_F(VerifyReach, ThereIsNoThirdBinder) {
    check(m.reach(0, digit, m.c(1), m.c(2), m.less(from, m.bound(2, digit))));
    expect("binder 2 is not in scope");
}

TEST_F(VerifyReach, AQuantifierInsideTakesTheSecondLevel) {
    check(m.reach(0, digit, m.c(1), m.c(2), m.less(first(1), to)));
    expect("does not have a higher level");
}

TEST_F(VerifyReach, TheSecondLevelIsTakenOutside) {
    act(m.sequence({m.for_each(0, digit, m.c(1),
                               m.let(1, m.c(1), m.when(m.reach(1, digit, m.c(0), m.c(0), m.c(1)), set_x()))),
                    m.stop(turn)}));
    expect("takes the level 1 of a binder in scope");
}

TEST_F(VerifyReach, ALinkThatIsNoTruthValue) {
    check(m.reach(0, digit, m.c(1), m.c(2), m.add(from, to)));
    expect("its link is not a truth value");
}

TEST_F(VerifyReach, ASecondBinderWithTooNarrowAnInterval) {
    check(m.reach(0, digit, m.c(1), m.c(2), m.less(from, m.bound(1, m.range(0, 3)))));
    expect("leaves out values of the domain");
}

TEST_F(VerifyReach, AnInfiniteDomain) {
    check(m.reach(0, m.counter(), m.c(1), m.c(2), m.c(1)));
    expect("the domain is not finite");
}

TEST_F(VerifyMistake, StatementsThatDependOnThemselves) {
    const OpenId p = m.open_function("p", {});
    const OpenId q = m.open_function("q", {});
    m.statement(p, true, m.holds(q));
    m.statement(q, false, m.holds(p));
    expect("statements about p depend on itself");
}

TEST_F(VerifyMistake, StatementsThatDependOnThemselvesThroughAValue) {
    const OpenId f = m.open_function_to(digit, "f");
    const OpenId g = m.open_function_to(digit, "g");
    m.statement(f, true, m.c(1), m.holds(g));
    m.fallback(g, m.holds(f));
    expect("statements about f depend on itself");
}

TEST_F(VerifyMistake, AnOpenFunctionWithTooManyValues) {
    m.open_function_to(m.range(0, 64), "f");
    expect("the type of f does not have 1 to 64 values");
}

TEST_F(VerifyMistake, AnOpenFunctionToACounter) {
    m.open_function_to(m.counter(), "f");
    expect("the type of f does not have 1 to 64 values");
}

TEST_F(VerifyMistake, AStatementWithoutAValue) {
    m.statement(m.open_function_to(digit, "f"), true, m.c(1), TermId());
    expect("the value of a statement about f: a term is missing");
}

TEST_F(VerifyMistake, AnOpenTermWithTooNarrowAnInterval) {
    const OpenId f = m.open_function_to(digit, "f");
    m.state_check(m.model().terms.make(TermKind::Open, {}, f.index), set_x());
    expect("its interval leaves out values of its type");
}

struct VerifyEquations : VerifyMistake {
    EquationsId system = m.equations("system");
    UnknownId a = m.unknown("a", m.boolean(), {digit});
    TermId bound = m.bound(0, digit);

    void SetUp() override { m.define(a, m.negation(m.ask(a, {bound}))); }
    compiler::Equations& equations() { return m.model().functions.equations[system.index]; }
};

TEST_F(VerifyEquations, None) {
    act(m.sequence({m.solve(system, {m.set(x, m.solutions(system))}), m.stop(turn)}));
    m.equations("later");
    m.define(m.unknown("b", digit), m.ask(a, {m.c(1)}), m.cell(x));
    EXPECT_THAT(verify(m.build()), IsEmpty());
}

TEST_F(VerifyEquations, ADefinitionReadsARegister) {
    m.define(a, m.less(m.reg(0, digit), bound));
    expect("register 0 holds nothing here");
}

TEST_F(VerifyEquations, ADefinitionIsMissing) {
    Model model = m.build();
    model.functions.unknowns[a.index].definition = TermId();
    EXPECT_THAT(verify(model), Contains(HasSubstr("the definition of a: a term is missing")));
}

TEST_F(VerifyEquations, AnUnknownNumberWithoutBounds) {
    m.define(m.unknown("b", m.counter()), m.c(1));
    expect("the unknown b is not finite");
}

TEST_F(VerifyEquations, TooManyUnknowns) {
    m.define(m.unknown("b", m.boolean(), {digit, digit, digit, m.range(0, 4)}), m.c(1));
    expect("there are more than 4096 unknowns b");
}

TEST_F(VerifyEquations, SystemsThatLeaveUnknownsOut) {
    Model model = m.build();
    model.functions.equations.clear();
    EXPECT_THAT(verify(model), Contains(HasSubstr("do not cover the unknowns")));
    model = m.build();
    model.functions.equations[0].first = 1;
    EXPECT_THAT(verify(model), Contains(HasSubstr("do not follow the ones before")));
}

TEST_F(VerifyEquations, ALaterSystemIsRead) {
    m.equations("later");
    const UnknownId b = m.unknown("b", m.boolean());
    m.define(b, m.c(1));
    m.define(a, m.ask(b));
    expect("the equations system read later ones");
    const OpenId open = m.open_function("open", {}, false);
    m.statement(open, true, m.ask(b));
    m.define(a, m.holds(open));
    expect("the equations system read later ones");
}

TEST_F(VerifyEquations, WhatIsReadIsNotSaid) {
    m.equations("later");
    m.define(m.unknown("b", m.boolean()), m.ask(a, {m.c(1)}));
    Model model = m.build();
    EXPECT_EQ(model.functions.equations[1].reads, std::vector{system});
    model.functions.equations[1].reads.clear();
    EXPECT_THAT(verify(model), Contains(HasSubstr("do not say which others they read")));
}

TEST_F(VerifyEquations, ABackupReadsItsSystem) {
    m.define(a, m.c(1), m.ask(a, {bound}));
    expect("a backup of system reads its unknowns");
}

TEST_F(VerifyEquations, ADefinitionCountsSolutions) {
    m.define(a, m.equal(m.solutions(system), m.c(1)));
    expect("asks for the number of solutions");
}

TEST_F(VerifyEquations, InductiveDefinitionsDoNotDecrease) {
    equations().inductive = true;
    expect("the definition of the inductive unknown a may decrease");
    const TermId asked = m.ask(a, {bound});
    const OpenId open = m.open_function("open", {digit}, false);
    m.statement(open, true, m.ask(a, {bound}));
    const TermId number = m.quantifier(TermKind::Count, 1, digit, {m.ask(a, {m.bound(1, digit)})});
    for (const TermId bad :
         {m.make(TermKind::Implies, {asked, m.less(m.cell(x), m.c(1))}), m.equal(asked, m.c(1)),
          m.make(TermKind::Ite, {asked, m.c(1), m.c(0)}), m.less(number, m.c(3)), m.holds(open, {bound})}) {
        m.define(a, bad);
        expect("may decrease");
    }
    for (const TermId good :
         {asked, m.negation(m.negation(asked)), m.both(asked, m.c(1)), m.less(m.c(3), number),
          m.make(TermKind::Implies, {m.negation(asked), m.c(0)}), m.negation(m.less(number, m.c(3)))}) {
        m.define(a, good);
        EXPECT_THAT(verify(m.build()), IsEmpty());
    }
}

TEST_F(VerifyEquations, AnInductiveNumber) {
    equations().inductive = true;
    m.define(a, m.c(1));
    m.define(m.unknown("b", digit), m.c(1));
    expect("the inductive unknown b is no truth value");
}

TEST_F(VerifyEquations, EndsInsideSolve) {
    act(m.solve(system, {m.stop(turn)}));
    expect("ends where more follows");
}

TEST_F(VerifyEquations, SolvingNothing) {
    act(m.sequence({m.solve(EquationsId(3), {set_x()}), m.stop(turn)}));
    expect("a node names no system of equations");
}

TEST_F(VerifyMistake, ASetupOutsideTheTypes) {
    m.model().setups[m.setup("bad")].values[0] = 12;
    expect("cell 0 of x is outside its type");
}

TEST_F(VerifyMistake, AReadingThatIsWritten) {
    m.reading(x);
    act(m.sequence({set_x(), m.stop(turn)}));
    expect("x is written, and no play may change it");
}

TEST_F(VerifyMistake, AReadingOfAnother) {
    m.reading(x);
    m.reading(x);
    expect("x does not say whose reading it is");
}

TEST_F(VerifyMistake, CellsOutOfPlace) {
    Model model = m.build();
    model.variables[0].base = 1;
    EXPECT_THAT(verify(model), Contains(HasSubstr("does not follow")));
}

TEST_F(VerifyMistake, AMissingPoint) {
    act(m.stop(PointId(7)));
    expect("a node names no point");
}

}  // namespace
}  // namespace errata::tests
