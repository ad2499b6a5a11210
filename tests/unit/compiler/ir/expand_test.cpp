// Which transitions a state has: one test per rule of SUCCESSORS and NOBODY in model.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::ElementsAre;
using testing::IsEmpty;

// One number x in 0..9 and a control point "turn".
struct Expand : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    VarId x = m.variable("x", digit, 1);
    PointId turn = m.point("turn");

    LabelId set_x(Value value) { return m.label("x", m.sequence({m.set(x, m.c(value)), m.stop(turn)})); }
    TermId x_is(Value value) { return m.equal(m.cell(x), m.c(value)); }
    Expansion expand(const State& state = {}) {
        model = m.build();
        return Evaluator(model).expand(state.empty() ? initial_state(model) : state);
    }
    static std::vector<Value> values_of_x(const Expansion& expansion) {
        std::vector<Value> result;
        for (const Successor& s : expansion.successors) result.push_back(s.next ? s.next->at(0) : -1);
        return result;
    }
    Model model;
};

TEST_F(Expand, OptionsInOrderThenBindersIncreasing) {
    m.registers = 2;
    const TypeId bit = m.range(0, 1);
    const TermId sum = m.add(m.reg(0, bit), m.reg(1, digit));
    m.option(turn, "first", m.less(m.reg(1, digit), m.c(2)),
             m.label("add", m.sequence({m.set(x, sum), m.stop(turn)})), {bit, digit});
    m.option(turn, "second", m.c(1), set_x(9));
    const Expansion e = expand();
    EXPECT_THAT(values_of_x(e), ElementsAre(0, 1, 1, 2, 9));
    EXPECT_THAT(e.successors[2].move.bindings, ElementsAre(1, 0));
    EXPECT_EQ(e.successors[4].move.option, 1U);
    EXPECT_THAT(e.incidents, IsEmpty());
}

// Of an expansion, whoever makes the same choice; what a state check does comes to the same either way.
TEST_F(Expand, FollowingAMoveGivesWhatExpandingGivesOfItsChoice) {
    m.registers = 2;
    const TypeId bit = m.range(0, 1);
    const TermId sum = m.add(m.reg(0, bit), m.reg(1, digit));
    m.option(turn, "first", m.less(m.reg(1, digit), m.c(2)),
             m.label("add", m.sequence({m.set(x, sum), m.stop(turn)})), {bit, digit});
    m.option(turn, "second", m.c(1), set_x(9));
    const Expansion all = expand();
    const Evaluator evaluator(model);
    for (const Successor& wanted : all.successors) {
        const std::vector<Successor> followed = evaluator.follow(initial_state(model), wanted.move);
        ASSERT_EQ(followed.size(), 1U);
        EXPECT_EQ(followed[0].move, wanted.move);
        EXPECT_EQ(followed[0].next, wanted.next);
        EXPECT_EQ(followed[0].used, wanted.used);
    }
    Move elsewhere = all.successors[4].move;
    elsewhere.option = 7;
    EXPECT_THAT(evaluator.follow(initial_state(model), elsewhere), IsEmpty());
}

// A state of 2^16 cells and more: a thousand of them are half a gigabyte.
TEST_F(Expand, AChoiceWithMoreWaysThanThereIsRoomForIsCut) {
    const TypeId place = m.range(0, (1 << 16) - 1);
    m.variable("seen", m.boolean(), 0, {place});
    m.registers = 1;
    m.option(turn, "goes", m.c(1), set_x(1), {place});
    m.option(turn, "stays", m.c(1), set_x(2));
    const Expansion e = expand();
    ASSERT_GT(e.successors.size(), 500U);
    EXPECT_LT(e.successors.size(), 1100U);
    for (std::size_t i = 0; i + 1 < e.successors.size(); ++i) ASSERT_TRUE(e.successors[i].next);
    EXPECT_FALSE(e.successors.back().next);
    EXPECT_TRUE(e.successors.back().cut);
    EXPECT_TRUE(e.successors.back().too_many_ways);
}

TEST_F(Expand, OtherwiseRunsOnlyWhenNoOptionIsPossible) {
    m.option(turn, "low", m.less(m.cell(x), m.c(1)), set_x(5));
    m.at(turn).otherwise = set_x(7);
    const Expansion e = expand();
    EXPECT_THAT(values_of_x(e), ElementsAre(7));
    EXPECT_EQ(e.successors[0].move.kind, MoveKind::Otherwise);
    m.option(turn, "any", m.c(1), set_x(6));
    EXPECT_THAT(values_of_x(expand()), ElementsAre(6));
}

TEST_F(Expand, NoOptionAndNoOtherwiseIsTheIncident) {
    const ClauseId clause = m.clause("turn");
    m.at(turn).clause = clause;
    m.option(turn, "never", m.c(0), set_x(5));
    const Expansion e = expand();
    EXPECT_THAT(e.successors, IsEmpty());
    EXPECT_THAT(e.incidents, ElementsAre(Occurrence{m.at(turn).no_option, clause}));
}

TEST_F(Expand, AnUndefinedGuardIsAnErrorSuccessor) {
    const ClauseId clause = m.clause("bad");
    const TableId table = m.table("t", m.boolean(), {m.range(5, 6)}, {1, 1});
    m.option(turn, "bad", m.look_up(table, {m.cell(x)}), set_x(5), {}, clause);
    m.at(turn).otherwise = set_x(7);
    const Expansion e = expand();
    ASSERT_EQ(e.successors.size(), 1U);
    EXPECT_FALSE(e.successors[0].next);
    EXPECT_THAT(e.successors[0].incidents, ElementsAre(Occurrence{model.incidents.undefined, clause}));
}

TEST_F(Expand, ThePlayerOwnsThePoint) {
    m.at(turn).owner = OwnerKind::Player;
    m.at(turn).player = m.cell(x);
    m.option(turn, "any", m.c(1), set_x(6));
    EXPECT_EQ(expand().owner, (Owner{OwnerKind::Player, 1}));
}

TEST_F(Expand, ChanceOwnsThePoint) {
    m.at(turn).owner = OwnerKind::Chance;
    m.option(turn, "any", m.c(1), set_x(6));
    EXPECT_EQ(expand().owner.kind, OwnerKind::Chance);
}

TEST_F(Expand, EnabledStateChecksGoFirstAsOneBlock) {
    const ClauseId one = m.clause("one");
    const ClauseId two = m.clause("two");
    m.option(turn, "any", m.c(1), set_x(6));
    m.state_check(x_is(1), m.increase(x, m.c(1)), one);
    m.state_check(x_is(2), m.set(x, m.c(9)), two);
    m.state_check(x_is(1), m.increase(x, m.cell(x)), two);
    const Expansion e = expand();
    EXPECT_THAT(values_of_x(e), ElementsAre(3));
    EXPECT_EQ(e.successors[0].move.kind, MoveKind::Settle);
    EXPECT_THAT(e.successors[0].used, ElementsAre(one, two));
    EXPECT_EQ(e.owner, Owner{});
    const State after = *e.successors[0].next;
    EXPECT_THAT(values_of_x(expand(after)), ElementsAre(6));
}

TEST_F(Expand, AnUnsettledPointWaitsForNoCheck) {
    m.option(turn, "any", m.c(1), set_x(6));
    m.state_check(x_is(1), m.increase(x, m.c(1)));
    m.at(turn).settled = false;
    EXPECT_THAT(values_of_x(expand()), ElementsAre(6));
}

TEST_F(Expand, ConflictingChecksAreTheIncidentOfTheModel) {
    m.model().incidents.settle_conflict = m.incident("contradiction.set-set");
    m.state_check(m.c(1), m.set(x, m.c(4)));
    m.state_check(m.c(1), m.set(x, m.c(5)));
    const Expansion e = expand();
    EXPECT_THAT(values_of_x(e), ElementsAre(5));
    EXPECT_EQ(e.successors[0].incidents.at(0).incident, model.incidents.settle_conflict);
}

TEST_F(Expand, TheFirstCheckThatFinishesDecidesTheEndAndTheOthersStillAct) {
    const EndingId first = m.ending("first");
    const EndingId second = m.ending("second");
    m.state_check(m.c(1), m.finish(second));
    m.state_check(m.c(1), m.sequence({m.set(x, m.c(4)), m.finish(first)}));
    const Expansion e = expand();
    ASSERT_EQ(e.successors.size(), 1U);
    EXPECT_THAT(*e.successors[0].next, ElementsAre(4, Value{second.index} + 1, 0));
}

TEST_F(Expand, AnUndefinedCheckIsAnError) {
    const ClauseId clause = m.clause("check");
    const TableId table = m.table("t", m.boolean(), {m.range(5, 6)}, {1, 1});
    m.state_check(m.look_up(table, {m.cell(x)}), m.set(x, m.c(5)), clause);
    const Expansion e = expand();
    ASSERT_EQ(e.successors.size(), 1U);
    EXPECT_FALSE(e.successors[0].next);
    EXPECT_THAT(e.successors[0].incidents, ElementsAre(Occurrence{model.incidents.undefined, clause}));
}

// Agenda items: two triggers with an argument each, whose item adds the argument to x.
struct Placement : Expand {
    PointId item = m.point("item");
    TriggerId a;
    TriggerId b;

    void SetUp() override {
        m.frames = 2;
        m.registers = 1;
        m.pending = 2;
        m.pending_arguments = 1;
        m.at(item).control = false;
        m.live(item, 0, digit);
        m.option(item, "resolve", m.c(1),
                 m.label("resolve", m.sequence({m.increase(x, m.reg(0, digit)), m.leave()})));
        a = m.trigger("a", item, {digit}, m.bound(0, digit));
        b = m.trigger("b", item, {digit}, m.c(4));
    }
    State start_state;

    Expansion after_pending(std::vector<CodeId> code) {
        code.push_back(m.stop(turn));
        m.option(turn, "act", m.c(1), m.label("act", m.sequence(code)));
        const Expansion e = expand();
        return Evaluator(model).expand(e.successors.at(0).next.value());
    }
};

TEST_F(Placement, NobodyOrdersDifferentInstances) {
    const Expansion e = after_pending({m.pend(b, {m.c(2)}), m.pend(a, {m.c(3)})});
    EXPECT_EQ(e.owner.kind, OwnerKind::Nobody);
    ASSERT_EQ(e.successors.size(), 2U);
    EXPECT_EQ(e.successors[0].move.kind, MoveKind::Place);
    EXPECT_EQ(e.successors[0].move.trigger, a);
    EXPECT_THAT(e.successors[0].move.arguments, ElementsAre(3));
    // x, over, item with 3, turn, the other instance, an empty slot
    EXPECT_THAT(*e.successors[0].next, ElementsAre(1, 0, 2, 3, 1, 0, 2, 2, 0, 0));
    EXPECT_TRUE(Evaluator(model).is_well_formed(*e.successors[0].next));
}

TEST_F(Placement, EqualInstancesAreOneOptionOfTheRules) {
    const Expansion e = after_pending({m.pend(a, {m.c(3)}), m.pend(a, {m.c(3)})});
    EXPECT_EQ(e.owner.kind, OwnerKind::Rules);
    EXPECT_EQ(e.successors.size(), 1U);
}

TEST_F(Placement, ThePlayerOrdersWhereTheGameSaysSo) {
    m.model().policies.trigger_order_stated = true;
    EXPECT_EQ(after_pending({m.pend(a, {m.c(4)}), m.pend(b, {m.c(2)})}).owner, (Owner{OwnerKind::Player, 4}));
}

TEST_F(Placement, NobodyOrdersBetweenDifferentPlayers) {
    m.model().policies.trigger_order_stated = true;
    EXPECT_EQ(after_pending({m.pend(a, {m.c(5)}), m.pend(b, {m.c(2)})}).owner.kind, OwnerKind::Nobody);
}

TEST_F(Placement, AnItemReturnsToWhatIsBelow) {
    const Expansion e = after_pending({m.pend(a, {m.c(3)})});
    const Successor resolved = only_successor(model, *e.successors.at(0).next);
    EXPECT_THAT(*resolved.next, ElementsAre(4, 0, 1, 0, 0, 0, 0, 0, 0, 0));
}

TEST_F(Placement, AStackTakesTheLastFirstAndAQueueTheFirst) {
    m.frames = 3;
    m.at(item).settled = true;
    const auto top_argument = [&] {
        const State one = *Evaluator(model).expand(start_state).successors.at(0).next;
        const State two = *Evaluator(model).expand(one).successors.at(0).next;
        return two.at(model.layout.frame(0) + 1);
    };
    m.option(turn, "act", m.c(1),
             m.label("act", m.sequence({m.pend(a, {m.c(3)}), m.pend(b, {m.c(2)}), m.stop(turn)})));
    start_state = *expand().successors.at(0).next;
    EXPECT_EQ(top_argument(), 2);
    model.policies.agenda = Agenda::Queue;
    EXPECT_EQ(top_argument(), 3);
}

TEST_F(Placement, ABagGivesOutOneItemAtATime) {
    m.frames = 3;
    m.at(item).settled = true;
    m.model().policies.agenda = Agenda::Bag;
    const Expansion first = after_pending({m.pend(a, {m.c(3)}), m.pend(b, {m.c(2)})});
    ASSERT_EQ(first.successors.size(), 2U) << "the turn is alone";
    EXPECT_EQ(first.owner.kind, OwnerKind::Nobody);
    // x, over, item with 3, turn, no frame, b with 2
    ASSERT_THAT(*first.successors[0].next, ElementsAre(1, 0, 2, 3, 1, 0, 0, 0, 2, 2, 0, 0));
    const Expansion second = Evaluator(model).expand(*first.successors[0].next);
    ASSERT_EQ(second.successors.size(), 1U);
    EXPECT_EQ(second.successors[0].move.kind, MoveKind::Option);
    EXPECT_THAT(*second.successors[0].next, ElementsAre(4, 0, 1, 0, 0, 0, 0, 0, 2, 2, 0, 0));
    const Successor third = only_successor(model, *second.successors[0].next);
    EXPECT_EQ(third.move.kind, MoveKind::Place);
    EXPECT_THAT(*third.next, ElementsAre(4, 0, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0));
}

TEST_F(Placement, WhatIsPlacedGoesAboveTheFloor) {
    m.frames = 3;
    m.at(item).settled = true;
    m.at(item).floor = true;
    for (const Agenda agenda : {Agenda::Queue, Agenda::Bag}) {
        model = m.build();
        model.policies.agenda = agenda;
        const State first_waits = {1, 0, 2, 3, 1, 0, 0, 0, 2, 2, 0, 0};
        const Successor second = only_successor(model, first_waits);
        EXPECT_EQ(second.move.kind, MoveKind::Place);
        EXPECT_THAT(*second.next, ElementsAre(1, 0, 2, 2, 2, 3, 1, 0, 0, 0, 0, 0));
    }
}

TEST_F(Placement, ABagWithAnItemOnTheAgendaDoesNotKeepChecksFromSettling) {
    m.frames = 3;
    m.model().policies.agenda = Agenda::Bag;
    m.state_check(x_is(1), m.set(x, m.c(6)));
    model = m.build();
    const Expansion e = Evaluator(model).expand({1, 0, 2, 3, 1, 0, 0, 0, 2, 2, 0, 0});
    ASSERT_EQ(e.successors.size(), 1U);
    EXPECT_EQ(e.successors[0].move.kind, MoveKind::Settle);
    EXPECT_THAT(*e.successors[0].next, ElementsAre(6, 0, 2, 3, 1, 0, 0, 0, 2, 2, 0, 0));
}

TEST_F(Placement, AFullAgendaCuts) {
    m.at(item).settled = true;
    const Expansion e = after_pending({m.pend(a, {m.c(3)}), m.pend(b, {m.c(2)})});
    const Successor s = only_successor(model, *e.successors.at(0).next);
    EXPECT_TRUE(s.cut);
    EXPECT_FALSE(s.next);
}

// Open predicates.
struct Open : Expand {
    OpenId p = m.open_function("p", {digit});
    ClauseId says_yes = m.clause("yes");
    ClauseId says_no = m.clause("no");

    // x becomes 5 if p(x) and 6 if not.
    Expansion ask() {
        const TermId asked = m.holds(p, {m.cell(x)});
        m.option(
            turn, "ask", m.c(1),
            m.label("ask", m.sequence({m.when(asked, m.set(x, m.c(5)), m.set(x, m.c(6))), m.stop(turn)})));
        return expand();
    }
    TermId argument_is(Value value) { return m.equal(m.bound(0, digit), m.c(value)); }
};

TEST_F(Open, APositiveStatementMakesItTrue) {
    m.statement(p, true, argument_is(1), says_yes);
    const Expansion e = ask();
    EXPECT_THAT(values_of_x(e), ElementsAre(5));
    EXPECT_THAT(e.successors[0].used, testing::Contains(says_yes));
}

TEST_F(Open, ANegativeStatementMakesItFalse) {
    m.statement(p, false, argument_is(1), says_no);
    EXPECT_THAT(values_of_x(ask()), ElementsAre(6));
}

TEST_F(Open, NoStatementIsAGapWithBothOutcomes) {
    m.statement(p, true, argument_is(3), says_yes);
    const Expansion e = ask();
    EXPECT_THAT(values_of_x(e), ElementsAre(6, 5));
    const IncidentId gap = model.functions.open[0].gap;
    EXPECT_THAT(e.successors[0].move.outcomes, ElementsAre(std::pair(gap, 0U)));
    EXPECT_EQ(e.successors[1].incidents.at(0).incident, gap);
}

TEST_F(Open, ADefaultClosesTheGap) {
    m.model().functions.open[p.index].fallback = m.model().terms.truth(true);
    const Expansion e = ask();
    EXPECT_THAT(values_of_x(e), ElementsAre(5));
    EXPECT_THAT(e.successors[0].incidents, IsEmpty());
}

TEST_F(Open, OppositeStatementsAreAContradictionOfBoth) {
    m.statement(p, true, m.c(1), says_yes);
    m.statement(p, false, argument_is(1), says_no);
    const Expansion e = ask();
    EXPECT_THAT(values_of_x(e), ElementsAre(6, 5));
    const IncidentId contradiction = model.functions.open[0].contradiction;
    EXPECT_THAT(e.successors[0].incidents,
                ElementsAre(Occurrence{contradiction, says_yes}, Occurrence{contradiction, says_no}));
}

TEST_F(Open, ADisabledClauseSaysNothing) {
    m.statement(p, true, m.c(1), says_yes);
    m.statement(p, false, m.c(1), says_no);
    ask();
    EXPECT_THAT(values_of_x(Evaluator(model, {true, false}).expand(initial_state(model))), ElementsAre(5));
}

TEST_F(Open, AnUndeterminedAtomHasOneValueInATransition) {
    const VarId y = m.variable("y", digit);
    const TermId asked = m.holds(p, {m.c(2)});
    m.option(turn, "ask", asked,
             m.label("ask", m.sequence({m.when(asked, m.set(x, m.c(5))),
                                        m.when(m.negation(asked), m.set(y, m.c(5))), m.stop(turn)})));
    const Expansion e = expand();
    ASSERT_EQ(e.successors.size(), 1U);
    EXPECT_THAT(*e.successors[0].next, ElementsAre(5, 0, 0, 1));
}

TEST_F(Open, AnOptionThatOnlyOneOutcomeAllowsLeavesOtherwiseToTheOther) {
    m.option(turn, "ask", m.holds(p, {m.c(2)}), set_x(5));
    m.at(turn).otherwise = set_x(7);
    const Expansion e = expand();
    EXPECT_THAT(values_of_x(e), ElementsAre(5, 7));
    EXPECT_EQ(e.incidents.at(0).incident, model.functions.open[0].gap);
}

TEST_F(Open, AnOutcomeWithoutOptionIsReported) {
    m.option(turn, "ask", m.holds(p, {m.c(2)}), set_x(5));
    m.option(turn, "tell", m.negation(m.holds(p, {m.c(3)})), set_x(6));
    const Expansion e = expand();
    EXPECT_THAT(values_of_x(e), ElementsAre(5, 6));
    EXPECT_THAT(e.incidents, testing::Contains(Occurrence{m.at(turn).no_option, {}}));
}

TEST_F(Open, AStateCheckThatNobodyDecidesBothSettlesAndDoesNot) {
    m.option(turn, "any", m.c(1), set_x(6));
    m.state_check(m.holds(p, {m.cell(x)}), m.set(x, m.c(8)));
    const Expansion e = expand();
    EXPECT_THAT(values_of_x(e), ElementsAre(6, 8));
    EXPECT_EQ(e.successors[0].move.outcomes.size(), 1U);
    EXPECT_EQ(e.successors[0].incidents.size(), 1U);
}

TEST_F(Open, AStatementMayAskAnotherPredicateUnderABinder) {
    const OpenId q = m.open_function("q", {digit, digit}, false);
    m.statement(q, true, m.less(m.bound(0, digit), m.bound(1, digit)), says_no);
    const TermId above = m.holds(q, {m.bound(0, digit), m.bound(1, digit)});
    m.statement(p, true, m.quantifier(TermKind::Exists, 1, digit, {above}), says_yes);
    EXPECT_THAT(values_of_x(ask()), ElementsAre(5));
}

}  // namespace
}  // namespace errata::tests
