// What a transition does beyond its own frame: Call puts an item on top of it, Forget takes an object out of
// the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::ElementsAre;
using testing::IsEmpty;

// A state is: x, over | three frames: point, r0, r1 | two slots: trigger, two arguments.
// The turn waits at 1 (nothing live) or 2 (r1 is); items wait at 3 (a digit in r0, a thing or none in r1).
struct EvaluateOthers : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    TypeId thing = m.enumeration("thing", {"a", "b", "c"});
    TypeId maybe = m.optional(thing);
    VarId x = m.variable("x", digit, 1);
    PointId turn = m.point("turn");
    PointId waiting = m.point("waiting");
    PointId item = m.point("item");
    TriggerId told;
    Model model;

    EvaluateOthers() {
        m.frames = 3;
        m.registers = 2;
        m.pending = 2;
        m.pending_arguments = 2;
        m.at(item).control = false;
        for (const PointId point : {turn, waiting, item}) m.at(point).settled = false;
        m.live(waiting, 1, digit);
        m.live(item, 0, digit);
        m.live(item, 1, maybe);
        told = m.trigger("told", item, {digit, maybe});
    }
    Successor run(PointId at, std::vector<CodeId> code, const State& state) {
        m.at(at).options.clear();
        m.option(at, "act", m.c(1), m.label("act", m.sequence(std::move(code))));
        model = m.build();
        EXPECT_TRUE(Evaluator(model).is_well_formed(state));
        Successor successor = only_successor(model, state);
        EXPECT_TRUE(!successor.next || Evaluator(model).is_well_formed(*successor.next));
        return successor;
    }
    IncidentId incident(const Successor& successor) const {
        EXPECT_EQ(successor.incidents.size(), 1U);
        return successor.incidents.at(0).incident;
    }
    const State at_turn = {1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
};

using EvaluateCall = EvaluateOthers;

TEST_F(EvaluateCall, PutsAnItemOnTopAndTheCallerWaits) {
    const Successor s = run(turn,
                            {m.set_register(0, m.c(4)), m.set_register(1, m.c(5)),
                             m.call(told, {m.add(m.reg(0, digit), m.reg(1, digit)), m.c(2)}, waiting)},
                            at_turn);
    // The item has 4 + 5 and c; r1 of the turn is live where it waits, r0 is not.
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 3, 9, 2, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST_F(EvaluateCall, GoesOnTopWhateverTheAgenda) {
    const State under_way = {1, 0, 3, 7, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const CodeId call = m.call(told, {m.c(8), m.c(0)}, item);
    for (const Agenda agenda : {Agenda::Stack, Agenda::Queue, Agenda::Bag}) {
        m.model().policies.agenda = agenda;
        EXPECT_THAT(*run(item, {call}, under_way).next,
                    ElementsAre(1, 0, 3, 8, 0, 3, 7, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    }
}

TEST_F(EvaluateCall, OtherRegistersOfTheItemAreZero) {
    const PointId entry = m.point("entry");
    m.at(entry).control = false;
    m.live(entry, 1, digit);
    const TriggerId silent = m.trigger("silent", entry);
    const Successor s =
        run(turn, {m.set_register(0, m.c(4)), m.set_register(1, m.c(5)), m.call(silent, {}, turn)}, at_turn);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST_F(EvaluateCall, TheCallerGoesOnWhenTheItemReturns) {
    m.option(item, "resolve", m.c(1),
             m.label("resolve", m.sequence({m.increase(x, m.reg(0, digit)), m.leave()})));
    m.option(waiting, "go on", m.c(1),
             m.label("go on", m.sequence({m.increase(x, m.reg(1, digit)), m.stop(turn)})));
    const Successor called =
        run(turn, {m.set_register(1, m.c(5)), m.call(told, {m.c(2), m.c(0)}, waiting)}, at_turn);
    const Successor resolved = only_successor(model, *called.next);
    EXPECT_THAT(*resolved.next, ElementsAre(3, 0, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    const Successor gone_on = only_successor(model, *resolved.next);
    EXPECT_THAT(*gone_on.next, ElementsAre(8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST_F(EvaluateCall, AFullAgendaCuts) {
    const State full = {1, 0, 3, 7, 2, 3, 6, -1, 1, 0, 0, 0, 0, 0, 0, 0, 0};
    const Successor s = run(item, {m.call(told, {m.c(8), m.c(0)}, item)}, full);
    EXPECT_TRUE(s.cut);
    EXPECT_FALSE(s.next);
    EXPECT_THAT(s.incidents, IsEmpty());
}

TEST_F(EvaluateCall, AnArgumentOutsideItsTypeIsUndefined) {
    const Successor s = run(turn, {m.call(told, {m.c(10), m.c(0)}, turn)}, at_turn);
    EXPECT_FALSE(s.next);
    EXPECT_FALSE(s.cut);
    EXPECT_EQ(incident(s), model.incidents.undefined);
}

TEST_F(EvaluateCall, ALiveRegisterOutsideItsTypeIsOverflow) {
    const Successor s =
        run(turn, {m.set_register(1, m.c(10)), m.call(told, {m.c(1), m.c(0)}, waiting)}, at_turn);
    EXPECT_FALSE(s.next);
    EXPECT_EQ(incident(s), model.incidents.overflow);
}

TEST_F(EvaluateCall, IsUsed) {
    const ClauseId clause = m.clause("calls");
    m.in(clause);
    EXPECT_THAT(run(turn, {m.call(told, {m.c(1), m.c(0)}, turn)}, at_turn).used, ElementsAre(clause));
}

using EvaluateForget = EvaluateOthers;

// The running item has c, so has the one below; in the bag: (2, c) and (4, b).
const State among_things = {1, 0, 3, 2, 2, 3, 2, 2, 1, 0, 0, 1, 2, 2, 1, 4, 1};

TEST_F(EvaluateForget, TakesTheObjectOutOfWaitingFramesAndInstances) {
    // The digit 2 is no thing, and the running frame is left alone.
    const Successor s = run(item, {m.forget(thing, m.c(2)), m.stop(item)}, among_things);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 3, 2, 2, 3, 2, -1, 1, 0, 0, 1, 2, -1, 1, 4, 1));
    EXPECT_THAT(s.changes, IsEmpty());
}

TEST_F(EvaluateForget, TakesTheObjectThatTheTermSays) {
    const Successor s = run(item, {m.forget(thing, m.c(1)), m.stop(item)}, among_things);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 3, 2, 2, 3, 2, 2, 1, 0, 0, 1, 2, 2, 1, 4, -1));
}

TEST_F(EvaluateForget, OtherTypesWithTheSameValuesKeepTheirs) {
    const TypeId other = m.enumeration("other", {"d", "e", "f"});
    const CodeId code = m.forget(other, m.c(2));
    EXPECT_THAT(*run(item, {code, m.stop(item)}, among_things).next, testing::ElementsAreArray(among_things));
    const CodeId number = m.forget(digit, m.c(2));
    EXPECT_THAT(*run(item, {number, m.stop(item)}, among_things).next,
                testing::ElementsAreArray(among_things));
}

TEST_F(EvaluateForget, AnOptionalTypeWithoutABaseKeepsItsValues) {
    m.model().types[maybe.index].base = {};
    EXPECT_THAT(*run(item, {m.forget(thing, m.c(2)), m.stop(item)}, among_things).next,
                testing::ElementsAreArray(among_things));
}

TEST_F(EvaluateForget, ActsOnWhatWasPutInBeforeAndNotAfter) {
    const Successor s = run(turn,
                            {m.pend(told, {m.c(6), m.c(2)}), m.forget(thing, m.c(2)),
                             m.pend(told, {m.c(7), m.c(2)}), m.stop(turn)},
                            at_turn);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, -1, 1, 7, 2));
}

TEST_F(EvaluateForget, InABlockActsWhenTheOutermostEnds) {
    const auto once = [&](std::vector<CodeId> code) { return m.simultaneously(m.sequence(std::move(code))); };
    const CodeId leaves = m.forget(thing, m.c(2));
    const CodeId tells = m.pend(told, {m.c(6), m.c(2)});
    for (const CodeId block : {once({leaves, tells}), once({tells, leaves}), once({once({leaves}), tells})}) {
        EXPECT_THAT(*run(turn, {block, m.stop(turn)}, at_turn).next,
                    ElementsAre(1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, -1, 0, 0, 0));
    }
}

TEST_F(EvaluateForget, TheBagIsSortedAgain) {
    const State same_digit = {1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4, 1, 1, 4, 2};
    const Successor s = run(turn, {m.forget(thing, m.c(2)), m.stop(turn)}, same_digit);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4, -1, 1, 4, 1));
}

TEST_F(EvaluateForget, TakesTheObjectOutOfSets) {
    const TypeId things = m.set_of(thing);
    m.at(item).live_registers[0].type = things;
    m.model().rules.triggers[told.index].params[0] = things;
    const Successor s = run(item, {m.forget(thing, m.c(1)), m.stop(item)}, among_things);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 3, 2, 2, 3, 0, 2, 1, 0, 0, 1, 0, 2, 1, 4, -1));
}

TEST_F(EvaluateForget, AFrameInTheMiddleOfAnEffectRemembers) {
    m.at(item).remembers = true;
    const Successor s = run(item, {m.forget(thing, m.c(2)), m.stop(item)}, among_things);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 3, 2, 2, 3, 2, 2, 1, 0, 0, 1, 2, -1, 1, 4, 1));
}

TEST_F(EvaluateForget, NoneIsUndefined) {
    const Successor s = run(item, {m.forget(thing, m.c(none_value)), m.stop(item)}, among_things);
    EXPECT_FALSE(s.next);
    EXPECT_EQ(incident(s), model.incidents.undefined);
}

TEST_F(EvaluateForget, ItsTermSeesTheRunningFrame) {
    const Successor s = run(item, {m.forget(thing, m.reg(1, maybe)), m.leave()}, among_things);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 3, 2, -1, 1, 0, 0, 0, 0, 0, 1, 2, -1, 1, 4, 1));
}

TEST_F(EvaluateForget, BeforeACallTheNewItemIsNotThereYet) {
    const State one_item = {1, 0, 3, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const Successor s = run(item, {m.forget(thing, m.c(2)), m.call(told, {m.c(9), m.c(2)}, item)}, one_item);
    EXPECT_THAT(*s.next, ElementsAre(1, 0, 3, 9, 2, 3, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST_F(EvaluateForget, IsUsedWhereItChangesSomething) {
    const ClauseId clause = m.clause("leaves");
    m.in(clause);
    const CodeId c_leaves = m.forget(thing, m.c(2));
    const CodeId a_leaves = m.forget(thing, m.c(0));
    m.in({});
    EXPECT_THAT(run(item, {c_leaves, m.stop(item)}, among_things).used, ElementsAre(clause));
    EXPECT_THAT(run(item, {a_leaves, m.stop(item)}, among_things).used, IsEmpty());
}

// No frame runs while checks do: the top one forgets as well.
TEST_F(EvaluateForget, InAStateCheckEveryFrameWaits) {
    m.at(item).settled = true;
    m.state_check(m.equal(m.cell(x), m.c(1)), m.sequence({m.set(x, m.c(2)), m.forget(thing, m.c(2))}));
    model = m.build();
    const Successor s = only_successor(model, among_things);
    EXPECT_EQ(s.move.kind, MoveKind::Settle);
    EXPECT_THAT(*s.next, ElementsAre(2, 0, 3, 2, -1, 3, 2, -1, 1, 0, 0, 1, 2, -1, 1, 4, 1));
}

}  // namespace
}  // namespace errata::tests
