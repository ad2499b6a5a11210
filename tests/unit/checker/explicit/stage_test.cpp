#include "checker/explicit/stage.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// start -> window a <-> window b -> plain -> start; a trigger can be set off in the windows.
struct StageOf : testing::Test {
    StageOf() {
        m.frames = 2;
        m.pending = 2;
        start = m.point("start");
        a = m.point("a");
        b = m.point("b");
        plain = m.point("plain");
        item = m.point("item");
        m.at(item).control = false;
        m.at(a).stage = Stage::Window;
        m.at(b).stage = Stage::Window;
        m.trigger("t", item);
        model = m.build();
        option.kind = MoveKind::Option;
    }
    State at(PointId control, bool has_item = false, bool pending = false) const {
        State state(model.layout.cells);
        if (has_item) state[model.layout.frame(0)] = Value{item.index} + 1;
        state[model.layout.frame(has_item ? 1 : 0)] = Value{control.index} + 1;
        if (pending) state[model.layout.slot(0)] = 1;
        return state;
    }

    ModelBuilder m;
    Model model;
    PointId start, a, b, plain, item;
    Move option;
};

TEST_F(StageOf, state_checks_are_settle) {
    Move settle;
    settle.kind = MoveKind::Settle;
    EXPECT_EQ(stage_of(model, at(start), settle, at(start)), LoopStage::Settle);
}

TEST_F(StageOf, agenda_items_and_pending_triggers_are_resolution) {
    EXPECT_EQ(stage_of(model, at(start, true), option, at(start, true)), LoopStage::Resolution);
    EXPECT_EQ(stage_of(model, at(start, true), option, at(start, false, true)), LoopStage::Resolution);
}

TEST_F(StageOf, points_of_one_window) {
    EXPECT_EQ(stage_of(model, at(a), option, at(b)), LoopStage::Window);
    EXPECT_EQ(stage_of(model, at(a), option, at(a, false, true)), LoopStage::Window) << "sets something off";
    EXPECT_EQ(stage_of(model, at(a), option, at(plain)), LoopStage::Turn) << "leaves it";
}

TEST_F(StageOf, arriving_at_the_first_point_begins_a_turn) {
    EXPECT_EQ(stage_of(model, at(plain), option, at(start)), LoopStage::Game);
    EXPECT_EQ(stage_of(model, at(start), option, at(start)), LoopStage::Game);
    EXPECT_EQ(stage_of(model, at(start), option, at(plain)), LoopStage::Turn);
}

TEST_F(StageOf, a_resolved_item_does_not_begin_a_turn) {
    EXPECT_EQ(stage_of(model, at(start, true), option, at(start)), LoopStage::Turn);
    Move place;
    place.kind = MoveKind::Place;
    EXPECT_EQ(stage_of(model, at(start, false, true), place, at(start, true)), LoopStage::Resolution);
}

}  // namespace
}  // namespace errata::checker
