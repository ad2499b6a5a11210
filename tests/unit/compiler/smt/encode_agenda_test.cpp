// Where frames and instances go, read off the encoded next state: constants in, constants out.
#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "compiler/smt/encode_step.h"
#include "tests/support/constant_cells.h"
#include "tests/support/model_builder.h"

namespace errata::compiler {
namespace {

using tests::ModelBuilder;

// A turn, an item with a reference in register 0 that waits at `item`, and another one that is called or
// placed.
struct AgendaGame : ModelBuilder {
    AgendaGame() {
        frames = 3;
        registers = 2;
        pending = 2;
        pending_arguments = 1;
        unit = enumeration("unit", {"ox", "elk", "hen"});
        some_unit = optional(unit);
        turn = point("turn");
        item = point("item");
        at(item).control = false;
        at(item).settled = false;
        live(item, 0, some_unit);
        answer = point("answer");
        at(answer).control = false;
        live(answer, 0, some_unit);
        told = trigger("told", answer, {some_unit});
        setup("any");
    }

    State waiting() {  // an item above the turn, elk in its register
        State state = tests::initial_state(model());
        const Layout& layout = model().layout;
        state[layout.frame(1)] = state[layout.frame(0)];
        state[layout.frame(0)] = static_cast<Value>(item.index) + 1;
        state[layout.frame(0) + 1] = 1;
        return state;
    }

    TypeId unit, some_unit;
    PointId turn, item, answer;
    TriggerId told;
};

// The next state, if the step from a constant state folds to one.
State next_of(const Model& model, const State& state) {
    Encoder encoder(model);
    const Step step = encoder.step(tests::constant_cells(state, encoder.pool()));
    EXPECT_TRUE(is_true(step.valid));
    EXPECT_TRUE(is_false(step.error));
    EXPECT_TRUE(is_false(step.cut));
    return decode(model, encoder.pool(), step.next,
                  std::vector<Value>(encoder.pool().nodes().variables().size(), 0));
}

TEST(EncodeAgenda, ACalledItemLiesOnTopOfTheCaller) {
    AgendaGame game;
    game.option(game.item, "ask", game.c(1), game.label("ask", game.call(game.told, {game.c(2)}, game.item)));
    const Model model = game.build();
    const Layout& layout = model.layout;
    const State next = next_of(model, game.waiting());
    EXPECT_EQ(next[layout.frame(0)], Value(game.answer.index) + 1);
    EXPECT_EQ(next[layout.frame(0) + 1], 2);
    EXPECT_EQ(next[layout.frame(1)], Value(game.item.index) + 1);
    EXPECT_EQ(next[layout.frame(1) + 1], 1);
    EXPECT_EQ(next[layout.frame(2)], Value(game.turn.index) + 1);
}

TEST(EncodeAgenda, ACallBeyondTheLastFrameIsCut) {
    AgendaGame game;
    game.frames = 2;
    game.option(game.item, "ask", game.c(1), game.label("ask", game.call(game.told, {game.c(2)}, game.item)));
    const Model model = game.build();
    Encoder encoder(model);
    const Step step = encoder.step(tests::constant_cells(game.waiting(), encoder.pool()));
    EXPECT_TRUE(is_true(step.cut));
}

TEST(EncodeAgenda, AnObjectThatLeavesIsForgottenByWhoeverWaits) {
    AgendaGame game;
    game.option(
        game.answer, "go", game.c(1),
        game.label("go", game.sequence({game.pend(game.told, {game.c(1)}), game.pend(game.told, {game.c(2)}),
                                        game.forget(game.unit, game.c(1)), game.stop(game.answer)})));
    const Model model = game.build();
    const Layout& layout = model.layout;
    State state = game.waiting();
    for (std::size_t c = 0; c < 3; ++c) {  // the answer on top, elk in its own register
        state[layout.frame(2) + c] = state[layout.frame(1) + c];
        state[layout.frame(1) + c] = state[layout.frame(0) + c];
    }
    state[layout.frame(0)] = static_cast<Value>(game.answer.index) + 1;
    const State next = next_of(model, state);
    EXPECT_EQ(next[layout.frame(0) + 1], 1);
    EXPECT_EQ(next[layout.frame(1) + 1], none_value);
    EXPECT_EQ(next[layout.slot(0) + 1], none_value);
    EXPECT_EQ(next[layout.slot(1) + 1], 2);
}

TEST(EncodeAgenda, FromABagNothingIsTakenWhileAnItemIsThere) {
    for (const Agenda agenda : {Agenda::Bag, Agenda::Stack}) {
        AgendaGame game;
        game.pending = 1;
        game.model().policies.agenda = agenda;
        game.option(game.answer, "done", game.c(1), game.label("done", game.leave()));
        const Model model = game.build();
        const Layout& layout = model.layout;
        State state = tests::initial_state(model);
        state[layout.slot(0)] = 1;
        state[layout.slot(0) + 1] = 2;
        const State placed = next_of(model, state);
        EXPECT_EQ(placed[layout.frame(0)], Value(game.answer.index) + 1);
        EXPECT_EQ(placed[layout.frame(0) + 1], 2);
        EXPECT_EQ(placed[layout.slot(0)], 0);
        State busy = placed;
        busy[layout.slot(0)] = 1;
        const State next = next_of(model, busy);
        EXPECT_EQ(next[layout.frame(1)] == 0,
                  agenda == Agenda::Bag);  // the item is done, or another lies on it
        EXPECT_EQ(next[layout.slot(0)] == 1, agenda == Agenda::Bag);
    }
}

TEST(EncodeAgenda, KnowsWhatHappensByItself) {
    AgendaGame game;
    game.option(game.turn, "wait", game.c(1), game.label("wait", game.stop(game.turn)));
    game.option(game.answer, "done", game.c(1), game.label("done", game.leave()));
    const TermId mine = game.make(TermKind::Less, {game.c(0), game.reg(0, game.some_unit)});
    game.option(game.answer, "stay", mine, game.label("stay", game.stop(game.answer)));
    const Model model = game.build();
    const Layout& layout = model.layout;
    Encoder encoder(model);
    const auto goes = [&](const State& state) {
        const ByItself by_itself = encoder.by_itself(tests::constant_cells(state, encoder.pool()));
        return std::pair(is_true(by_itself.next), is_true(by_itself.forced));
    };
    State state = tests::initial_state(model);
    EXPECT_EQ(goes(state), std::pair(false, false));
    state[layout.slot(0)] = state[layout.slot(1)] = 1;
    EXPECT_EQ(goes(state), std::pair(true, true));  // two instances that are alike
    state[layout.slot(1) + 1] = 2;
    EXPECT_EQ(goes(state), std::pair(true, false));
    State busy = game.waiting();
    EXPECT_EQ(goes(busy), std::pair(true, false));  // nothing can be done
    busy[layout.frame(0)] = static_cast<Value>(game.answer.index) + 1;
    EXPECT_EQ(goes(busy), std::pair(true, false));  // two options
    busy[layout.frame(0) + 1] = 0;
    EXPECT_EQ(goes(busy), std::pair(true, true));
}

TEST(EncodeReach, FollowsLinksOfTheStateAsFarAsTheyLead) {
    ModelBuilder m;
    const TypeId place = m.enumeration("place", {"a", "b", "c", "d"});
    const TypeId some_place = m.optional(place);
    const VarId next = m.variable("next", some_place, none_value, {place});
    const VarId goal = m.variable("goal", some_place);
    m.point("turn");
    const TermId link = m.equal(m.cell(next, {m.bound(0, place)}), m.bound(1, place));
    const TermId reach = m.reach(0, place, m.c(0), m.cell(goal), link);
    m.setup("any");
    const Model model = m.build();
    Encoder encoder(model);
    const auto reached = [&](std::vector<Value> links, Value wanted) {
        links.push_back(wanted);
        State state = tests::initial_state(model);
        std::copy(links.begin(), links.end(), state.begin());
        return is_true(encoder.holds(reach, tests::constant_cells(state, encoder.pool())));
    };
    EXPECT_TRUE(reached({1, 2, 3, -1}, 3));
    EXPECT_TRUE(reached({-1, -1, -1, -1}, 0));
    EXPECT_FALSE(reached({1, -1, 3, 0}, 3));
    EXPECT_FALSE(reached({1, 2, 3, 0}, none_value));
    EXPECT_TRUE(reached({3, 0, 1, 2}, 1));
}

}  // namespace
}  // namespace errata::compiler
