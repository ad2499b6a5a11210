#include "checker/explicit/stage.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Something is still to be resolved above the turn.
bool is_busy(const Layout& layout, const State& state) {
    return (layout.frames > 1 && state[layout.frame(1)] != 0) ||
           (layout.pending > 0 && state[layout.slot(0)] != 0);
}

// Where the turn waits; invalid once the game is over.
PointId control_point(const Layout& layout, const State& state) {
    Value lowest = 0;
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i)
        lowest = state[layout.frame(i)];
    return lowest == 0 ? PointId() : PointId(static_cast<std::size_t>(lowest - 1));
}

bool is_window(const Model& model, PointId point) {
    return point.is_valid() && model.flow.points[point.index].stage == Stage::Window;
}

}  // namespace

LoopStage stage_of(const Model& model, const State& before, const Move& move, const State& after) {
    const Layout& layout = model.layout;
    if (move.kind == MoveKind::Settle) return LoopStage::Settle;
    // The turn itself may go on with something pending, where it stops in the middle of a loop.
    const bool items = layout.frames > 1 && before[layout.frame(1)] != 0;
    const bool control_ran = !items && move.kind != MoveKind::Place;
    if (!control_ran && is_busy(layout, before) && is_busy(layout, after)) return LoopStage::Resolution;
    const PointId from = control_point(layout, before);
    const PointId to = control_point(layout, after);
    if (is_window(model, from) && is_window(model, to)) return LoopStage::Window;
    return control_ran && to == model.flow.start ? LoopStage::Game : LoopStage::Turn;
}

}  // namespace errata::checker
