// What one transition does: one test per rule of code.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::ElementsAre;
using testing::IsEmpty;

// Two numbers x, y in 0..9 and a point "idle"; each test adds one option "act" with its code.
struct EvaluateCode : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    VarId x = m.variable("x", digit, 1);
    VarId y = m.variable("y", digit, 2);
    PointId idle = m.point("idle");
    IncidentId conflict = m.incident("contradiction.set-set");

    Expansion expand(CodeId code) {
        m.option(idle, "act", m.c(1), m.label("act", m.sequence({code, m.stop(idle)})));
        const Model model = m.build();
        return Evaluator(model).expand(initial_state(model));
    }
    // The last code that was run stands alone.
    Successor run(CodeId code) {
        m.model().flow.points[idle.index].options.clear();
        Expansion expansion = expand(code);
        EXPECT_EQ(expansion.successors.size(), 1U);
        return expansion.successors.at(0);
    }
    static std::vector<Value> xy(const Successor& successor) {
        if (!successor.next) return {};
        return {successor.next->at(0), successor.next->at(1)};
    }
    static std::vector<IncidentId> met(const Successor& successor) {
        std::vector<IncidentId> result;
        for (const Occurrence& occurrence : successor.incidents) result.push_back(occurrence.incident);
        return result;
    }
};

TEST_F(EvaluateCode, SequenceSeesEarlierWrites) {
    const Successor s = run(m.sequence({m.set(x, m.c(5)), m.set(y, m.cell(x))}));
    EXPECT_THAT(xy(s), ElementsAre(5, 5));
    ASSERT_EQ(s.changes.size(), 2U);
    EXPECT_EQ(s.changes[0].before, 1);
    EXPECT_EQ(s.changes[1].after, 5);
}

TEST_F(EvaluateCode, SettingThePresentValueChangesNothing) {
    const ClauseId clause = m.clause("idle");
    m.in(clause);
    const Successor s = run(m.set(x, m.c(1)));
    EXPECT_THAT(s.changes, IsEmpty());
    EXPECT_THAT(s.used, IsEmpty());
}

TEST_F(EvaluateCode, UsedNamesTheClausesThatChangedSomethingInOrderAndOnce) {
    const ClauseId a = m.clause("a");
    const ClauseId b = m.clause("b");
    m.in(b);
    const CodeId first = m.set(x, m.c(3));
    m.in(a);
    const CodeId second = m.set(y, m.c(4));
    m.in(b);
    const CodeId third = m.set(x, m.c(4));
    EXPECT_THAT(run(m.sequence({first, second, third})).used, ElementsAre(b, a));
}

TEST_F(EvaluateCode, IfTakesOneBranch) {
    EXPECT_THAT(xy(run(m.when(m.less(m.cell(x), m.cell(y)), m.set(x, m.c(7)), m.set(x, m.c(8))))),
                ElementsAre(7, 2));
}

TEST_F(EvaluateCode, LetIsEvaluatedOnce) {
    const TermId bound = m.bound(0, digit);
    const CodeId body = m.sequence({m.set(x, m.c(9)), m.set(y, bound)});
    EXPECT_THAT(xy(run(m.let(0, m.cell(x), body))), ElementsAre(9, 1));
}

TEST_F(EvaluateCode, ForEachGoesUpwardsAndTestsItsConditionThen) {
    // x counts the steps; the condition sees the count of the steps before.
    const TypeId small = m.range(0, 4);
    const CodeId body = m.sequence({m.increase(x, m.c(1)), m.set(y, m.bound(0, small))});
    EXPECT_THAT(xy(run(m.for_each(0, small, m.less(m.cell(x), m.c(3)), body))), ElementsAre(3, 1));
}

TEST_F(EvaluateCode, ForEachLeavesOutNone) {
    const TypeId maybe = m.optional_range(2);
    EXPECT_THAT(xy(run(m.for_each(0, maybe, m.c(1), m.increase(x, m.c(1))))), ElementsAre(4, 2));
}

TEST_F(EvaluateCode, SimultaneouslyReadsTheStateBefore) {
    EXPECT_THAT(xy(run(m.simultaneously(m.sequence({m.set(x, m.cell(y)), m.set(y, m.cell(x))})))),
                ElementsAre(2, 1));
}

TEST_F(EvaluateCode, SimultaneousAmountsAddUpOnTopOfASet) {
    const Successor s = run(m.simultaneously(m.sequence(
        {m.increase(x, m.c(2)), m.set(x, m.c(4)), m.increase(x, m.c(-1)), m.increase(y, m.cell(x))})));
    EXPECT_THAT(xy(s), ElementsAre(5, 3));
    EXPECT_EQ(s.changes.size(), 2U);
    EXPECT_THAT(s.incidents, IsEmpty());
}

TEST_F(EvaluateCode, OnlyTheSumOfASimultaneousChangeMustFit) {
    EXPECT_THAT(xy(run(m.simultaneously(m.sequence({m.increase(x, m.c(9)), m.increase(x, m.c(-3))})))),
                ElementsAre(7, 2));
}

TEST_F(EvaluateCode, DifferentSimultaneousSetsAreTheIncidentAndTheLaterStands) {
    const Successor s = run(m.simultaneously(m.sequence({m.set(x, m.c(4)), m.set(x, m.c(5))}), conflict));
    EXPECT_THAT(xy(s), ElementsAre(5, 2));
    EXPECT_THAT(met(s), ElementsAre(conflict));
}

// Three sets of 0..3, after what the code has done to them.
struct EvaluateMembers : EvaluateCode {
    TypeId some = m.set_of(m.range(0, 3));
    VarId a = m.variable("a", some, 0b0011);
    VarId b = m.variable("b", some, 0b0011);
    VarId c = m.variable("c", some, 0b0011);

    static std::vector<Value> abc(const Successor& successor) {
        if (!successor.next) return {};
        return {successor.next->begin() + 2, successor.next->begin() + 5};
    }
};

TEST_F(EvaluateMembers, OneAfterTheOther) {
    EXPECT_THAT(abc(run(m.sequence({m.gain(a, m.c(0b0110)), m.lose(b, m.c(0b0110)), m.gain(c, m.c(0b0100)),
                                    m.lose(c, m.c(0b0110))}))),
                ElementsAre(0b0111, 0b0001, 0b0001));
}

TEST_F(EvaluateMembers, AtOneMomentTheyGoTogetherOnTopOfASet) {
    const Successor s = run(m.simultaneously(
        m.sequence({m.gain(a, m.c(0b0100)), m.lose(a, m.c(0b0001)), m.gain(a, m.c(0b1100)),
                    m.lose(b, m.c(0b1000)), m.set(b, m.c(0b1100)), m.lose(c, m.c(1)), m.lose(c, m.c(3))}),
        conflict));
    EXPECT_THAT(abc(s), ElementsAre(0b1110, 0b0100, 0));
    EXPECT_THAT(met(s), IsEmpty());
}

TEST_F(EvaluateMembers, TheSameGainedAndLostAtOnceIsTheIncidentAndTheLaterStands) {
    const Successor s =
        run(m.simultaneously(m.sequence({m.gain(a, m.c(0b0110)), m.lose(a, m.c(0b0011))}), conflict));
    EXPECT_THAT(abc(s), ElementsAre(0b0100, 0b0011, 0b0011));
    EXPECT_THAT(met(s), ElementsAre(conflict));
}

// Whoever leaves is forgotten when the moment is over, whatever else is written, and nothing contradicts it.
TEST_F(EvaluateMembers, WhoLeavesAtOnceIsForgottenByAllThatIsWritten) {
    const CodeId writes = m.sequence({m.gain(a, m.c(0b0110)), m.gone(a, m.c(0b0010)), m.gone(b, m.c(0b0100)),
                                      m.set(b, m.c(0b1100)), m.gone(c, m.c(0b0001))});
    for (const bool sets_last : {false, true}) {
        const Successor s = run(m.simultaneously(writes, conflict, sets_last));
        EXPECT_THAT(abc(s), ElementsAre(0b0101, 0b1000, 0b0010));
        EXPECT_THAT(met(s), IsEmpty());
    }
    const CodeId nested = m.simultaneously(m.gone(a, m.c(0b0110)), m.incident("inner"));
    const Successor s = run(m.simultaneously(m.sequence({nested, m.gain(a, m.c(0b0100))}), conflict));
    EXPECT_THAT(abc(s), ElementsAre(0b0001, 0b0011, 0b0011));
    EXPECT_THAT(met(s), IsEmpty());
}

TEST_F(EvaluateCode, AReferenceToWhoLeavesAtOnceIsNone) {
    const VarId seat = m.variable("seat", m.optional(m.range(0, 2)), 2);
    const Successor s =
        run(m.simultaneously(m.sequence({m.lose(seat, m.c(1)), m.set(seat, m.c(1))}), conflict));
    EXPECT_EQ(s.next->at(2), none_value);
    EXPECT_THAT(met(s), IsEmpty());
}

TEST_F(EvaluateCode, AReferenceToSomebodyElseStandsWhereSomebodyLeavesAtOnce) {
    const VarId seat = m.variable("seat", m.optional(m.range(0, 2)), 2);
    const Successor s = run(m.simultaneously(m.lose(seat, m.c(1)), conflict));
    EXPECT_EQ(s.next->at(2), 2);
}

TEST_F(EvaluateCode, WhatIsNoMoreHoldsNothingThatIsWrittenAtOnce) {
    const auto ends = [&](bool is_for_good) {
        return m.simultaneously(
            m.sequence({m.set(x, m.c(4)), m.increase(x, m.c(1)), m.reset(x, m.c(0), {}, is_for_good)}),
            conflict);
    };
    EXPECT_THAT(xy(run(ends(true))), ElementsAre(0, 2));
    EXPECT_THAT(xy(run(ends(false))), ElementsAre(5, 2)) << "of its new life";
    EXPECT_THAT(xy(run(m.simultaneously(m.sequence({m.simultaneously(ends(true)), m.set(x, m.c(7))})))),
                ElementsAre(0, 2));
}

TEST_F(EvaluateMembers, WhatAnInnerBlockTakesContradictsTheOuterOne) {
    const CodeId nested = m.simultaneously(m.lose(a, m.c(0b0110)), m.incident("inner"));
    const Successor s = run(m.simultaneously(m.sequence({m.gain(a, m.c(0b0100)), nested}), conflict));
    EXPECT_THAT(abc(s), ElementsAre(0b0001, 0b0011, 0b0011));
    EXPECT_THAT(met(s), ElementsAre(conflict));
}

TEST_F(EvaluateMembers, WhatIsNoSetHasNone) { EXPECT_FALSE(run(m.simultaneously(m.lose(a, m.c(-1)))).next); }

TEST_F(EvaluateCode, EqualSimultaneousSetsAreNoIncident) {
    EXPECT_THAT(met(run(m.simultaneously(m.sequence({m.set(x, m.c(4)), m.set(x, m.c(4))}), conflict))),
                IsEmpty());
}

TEST_F(EvaluateCode, SettingThePresentValueStillConflictsWithAnotherSet) {
    EXPECT_THAT(met(run(m.simultaneously(m.sequence({m.set(x, m.c(1)), m.set(x, m.c(4))}), conflict))),
                ElementsAre(conflict));
}

TEST_F(EvaluateCode, AnInnerBlockReadsTheStateBeforeTheOuterAndConflictsOutside) {
    const IncidentId inner = m.incident("inner");
    const CodeId nested = m.simultaneously(m.sequence({m.set(y, m.cell(x)), m.increase(x, m.c(1))}), inner);
    const Successor s =
        run(m.simultaneously(m.sequence({m.set(x, m.c(6)), m.set(y, m.c(3)), nested}), conflict));
    EXPECT_THAT(xy(s), ElementsAre(7, 1));
    EXPECT_THAT(met(s), ElementsAre(conflict));
}

TEST_F(EvaluateCode, LeavingTheTypeIsOverflowAndNoState) {
    const ClauseId clause = m.clause("too much");
    m.in(clause);
    const Successor s = run(m.increase(x, m.c(9)));
    EXPECT_FALSE(s.next);
    EXPECT_FALSE(s.cut);
    EXPECT_THAT(s.incidents, ElementsAre(Occurrence{m.model().incidents.overflow, clause, x}));
}

TEST_F(EvaluateCode, EachTwoSetsThatDifferClash) {
    const ClauseId a = m.clause("a"), b = m.clause("b"), c = m.clause("c");
    std::vector<CodeId> sets;
    for (const auto& [clause, value] : {std::pair(a, 1), std::pair(b, 2), std::pair(c, 2)}) {
        m.in(clause);
        sets.push_back(m.set(x, m.c(value)));
    }
    const Successor s = run(m.simultaneously(m.sequence(std::move(sets)), conflict));
    EXPECT_THAT(s.incidents, ElementsAre(Occurrence{conflict, b, x, {a}}, Occurrence{conflict, c, x, {a}}));
    ASSERT_EQ(s.clashes.size(), 2U);
    EXPECT_EQ(s.clashes[0].earlier, 1);
    EXPECT_EQ(s.clashes[0].value, 2);
}

TEST_F(EvaluateCode, WhatAddsUpBeyondTheTypeIsOfAllWhoAdd) {
    const ClauseId a = m.clause("a"), b = m.clause("b");
    m.in(a);
    const CodeId first = m.increase(x, m.c(5));
    m.in(b);
    const CodeId second = m.increase(x, m.c(4));
    const Successor s = run(m.simultaneously(m.sequence({first, second}), conflict));
    EXPECT_THAT(s.incidents, ElementsAre(Occurrence{m.model().incidents.overflow, b, x, {a}}));
}

TEST_F(EvaluateCode, AnArgumentOutsideItsTypeIsUndefined) {
    const VarId row = m.variable("row", digit, 0, {m.range(2, 4)});
    const Successor outside = run(m.set(row, m.c(1), {m.cell(x)}));
    EXPECT_FALSE(outside.next);
    EXPECT_THAT(met(outside), ElementsAre(m.model().incidents.undefined));
}

TEST_F(EvaluateCode, AnArgumentCountsFromTheLeastOfItsType) {
    const VarId row = m.variable("row", digit, 0, {m.range(2, 4)});
    const Successor s = run(m.set(row, m.c(1), {m.cell(y)}));
    ASSERT_TRUE(s.next);
    EXPECT_THAT(*s.next, ElementsAre(1, 2, 1, 0, 0, 0, 1));
}

TEST_F(EvaluateCode, WhatHappenedBeforeAnErrorIsStillReported) {
    const IncidentId seen = m.incident("seen");
    EXPECT_THAT(met(run(m.sequence({m.report(seen), m.set(x, m.c(10))}))),
                ElementsAre(seen, m.model().incidents.overflow));
}

TEST_F(EvaluateCode, ReportGoesOn) {
    const IncidentId seen = m.incident("seen");
    const Successor s = run(m.sequence({m.report(seen), m.set(x, m.c(3)), m.report(seen)}));
    EXPECT_THAT(met(s), ElementsAre(seen));
    EXPECT_THAT(xy(s), ElementsAre(3, 2));
}

TEST_F(EvaluateCode, ForksGiveEveryCombinationDepthFirst) {
    const IncidentId silent = m.incident("gap");
    const auto set_to = [&](VarId var, Value value) { return m.set(var, m.c(value)); };
    const CodeId first = m.fork(silent, {set_to(x, 3), set_to(x, 4)});
    // The second fork is only met after the first outcome 1.
    const CodeId second =
        m.when(m.equal(m.cell(x), m.c(4)), m.fork(silent, {set_to(y, 5), set_to(y, 6), set_to(y, 7)}));
    const Expansion e = expand(m.sequence({first, second}));
    ASSERT_EQ(e.successors.size(), 4U);
    EXPECT_THAT(xy(e.successors[0]), ElementsAre(3, 2));
    EXPECT_THAT(xy(e.successors[1]), ElementsAre(4, 5));
    EXPECT_THAT(xy(e.successors[3]), ElementsAre(4, 7));
    EXPECT_THAT(e.successors[0].move.outcomes, ElementsAre(std::pair(silent, 0U)));
    EXPECT_THAT(e.successors[3].move.outcomes, ElementsAre(std::pair(silent, 1U), std::pair(silent, 2U)));
    EXPECT_THAT(met(e.successors[3]), ElementsAre(silent));
}

TEST_F(EvaluateCode, GotoContinuesInTheOtherLabel) {
    const LabelId rest = m.label("rest", m.sequence({m.set(y, m.cell(x)), m.stop(idle)}));
    m.option(idle, "act", m.c(1), m.label("act", m.sequence({m.set(x, m.c(5)), m.go_to(rest)})));
    const Model model = m.build();
    EXPECT_THAT(xy(only_successor(model, initial_state(model))), ElementsAre(5, 5));
}

TEST_F(EvaluateCode, StopKeepsLiveRegistersAndClearsTheOthers) {
    m.registers = 2;
    const PointId waiting = m.point("waiting");
    m.live(waiting, 1, digit);
    m.option(
        idle, "act", m.c(1),
        m.label("act", m.sequence({m.set_register(0, m.c(4)), m.set_register(1, m.c(5)), m.stop(waiting)})));
    const Model model = m.build();
    EXPECT_THAT(*only_successor(model, initial_state(model)).next, ElementsAre(1, 2, 0, 2, 0, 5));
}

TEST_F(EvaluateCode, ALiveRegisterOutsideItsTypeIsOverflow) {
    m.registers = 1;
    const PointId waiting = m.point("waiting");
    m.live(waiting, 0, digit);
    m.option(idle, "act", m.c(1), m.label("act", m.sequence({m.set_register(0, m.c(10)), m.stop(waiting)})));
    const Model model = m.build();
    const Successor s = only_successor(model, initial_state(model));
    EXPECT_FALSE(s.next);
    EXPECT_THAT(met(s), ElementsAre(model.incidents.overflow));
}

TEST_F(EvaluateCode, OptionBindersAreRegistersOfTheCode) {
    m.registers = 1;
    m.option(idle, "x := {b0}", m.less(m.c(7), m.reg(0, digit)),
             m.label("act", m.sequence({m.set(x, m.reg(0, digit)), m.stop(idle)})), {digit});
    const Model model = m.build();
    const Expansion e = Evaluator(model).expand(initial_state(model));
    ASSERT_EQ(e.successors.size(), 2U);
    EXPECT_THAT(e.successors[0].move.bindings, ElementsAre(8));
    EXPECT_THAT(*e.successors[1].next, ElementsAre(9, 2, 0, 1, 0));
}

TEST_F(EvaluateCode, FinishEndsTheGameAndClearsAgendaAndBag) {
    m.pending = 1;
    m.ending("draw");
    const EndingId win = m.ending("win");
    const TriggerId trigger = m.trigger("t", idle);
    m.option(idle, "act", m.c(1),
             m.label("act", m.sequence({m.pend(trigger), m.set(x, m.c(5)), m.finish(win)})));
    const Model model = m.build();
    const Successor s = only_successor(model, initial_state(model));
    EXPECT_THAT(*s.next, ElementsAre(5, 2, 2, 0, 0));
    EXPECT_TRUE(Evaluator(model).is_well_formed(*s.next));
    const Expansion after = Evaluator(model).expand(*s.next);
    EXPECT_TRUE(after.over);
    EXPECT_THAT(after.successors, IsEmpty());
}

TEST_F(EvaluateCode, CutIsNoState) {
    m.option(idle, "act", m.c(1), m.label("act", m.cut()));
    const Model model = m.build();
    const Successor s = only_successor(model, initial_state(model));
    EXPECT_TRUE(s.cut);
    EXPECT_FALSE(s.next);
}

TEST_F(EvaluateCode, ABagWithoutRoomCutsAndTheRunGoesOn) {
    m.pending = 1;
    const IncidentId later = m.incident("later");
    const TriggerId trigger = m.trigger("t", idle);
    const Successor s = run(m.sequence({m.pend(trigger), m.pend(trigger), m.report(later)}));
    EXPECT_TRUE(s.cut);
    EXPECT_FALSE(s.next);
    EXPECT_THAT(met(s), ElementsAre(later));
}

TEST_F(EvaluateCode, ThePendingBagIsKeptSorted) {
    m.pending = 3;
    m.pending_arguments = 1;
    const TriggerId a = m.trigger("a", idle);
    const TriggerId b = m.trigger("b", idle, {digit});
    const Successor s = run(m.sequence({m.pend(b, {m.c(7)}), m.pend(a), m.pend(b, {m.cell(y)})}));
    EXPECT_THAT(*s.next, ElementsAre(1, 2, 0, 1, 1, 0, 2, 2, 2, 7));
}

TEST_F(EvaluateCode, APendingArgumentOutsideItsTypeIsUndefined) {
    m.pending = 1;
    m.pending_arguments = 1;
    const TriggerId a = m.trigger("a", idle, {m.range(0, 1)});
    EXPECT_THAT(met(run(m.pend(a, {m.cell(y)}))), ElementsAre(m.model().incidents.undefined));
}

TEST_F(EvaluateCode, ACounterBeyondAMachineWordIsCutNotWrong) {
    const VarId count = m.variable("count", m.counter(), std::numeric_limits<Value>::max());
    const Successor s = run(m.increase(count, m.c(1)));
    EXPECT_TRUE(s.cut);
    EXPECT_THAT(s.incidents, IsEmpty());
}

}  // namespace
}  // namespace errata::tests
