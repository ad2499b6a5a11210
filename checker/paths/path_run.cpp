#include "checker/paths/path_run.h"

#include <algorithm>

namespace errata::checker {

using namespace compiler;

namespace {

// Cells of the state whose type has no bound, or is taken to have none.
std::vector<std::size_t> variable_cells(const Model& model, const State& state, bool ranges) {
    std::vector<std::size_t> result;
    const auto add = [&](std::size_t cell, TypeId type) {
        const Type& that = model.type(type);
        const bool is_range = that.form == TypeForm::Range && !that.optional;
        if (!that.is_finite() || (ranges && is_range)) result.push_back(cell);
    };
    for (const Variable& variable : model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i) add(variable.base + i, variable.type);
    }
    const Layout& layout = model.layout;
    for (std::size_t frame = 0; frame < layout.frames && state[layout.frame(frame)] != 0; ++frame) {
        const Point& point = model.flow.points[static_cast<std::size_t>(state[layout.frame(frame)] - 1)];
        for (const BinderRegister& live : point.live_registers)
            add(layout.frame(frame) + 1 + live.reg, live.type);
    }
    for (std::size_t slot = 0; slot < layout.pending && state[layout.slot(slot)] != 0; ++slot) {
        const Trigger& trigger = model.rules.triggers[static_cast<std::size_t>(state[layout.slot(slot)] - 1)];
        for (std::size_t i = 0; i < trigger.params.size(); ++i)
            add(layout.slot(slot) + 1 + i, trigger.params[i]);
    }
    return result;
}

bool is(const PathState& state, const State& played) {
    return std::ranges::equal(state, played, {}, &PathValue::now);
}

}  // namespace

PathRun run_path(const Evaluator& evaluator, const State& first, const std::vector<Successor>& steps,
                 std::vector<Population> populations, PathOptions options) {
    PathRun run;
    PathState state;
    for (const Value value : first) state.push_back(fixed(value));
    for (const std::size_t cell : variable_cells(evaluator.model(), first, options.ranges)) {
        state[cell].form = variable(static_cast<std::uint32_t>(run.variables.size()));
        run.variables.push_back({cell, std::nullopt, first[cell]});
    }
    PathRecord record;
    for (std::size_t i = 0; i < populations.size(); ++i) {
        populations[i].extra = static_cast<std::uint32_t>(run.variables.size());
        run.variables.push_back({0, i, 0});
        // There are never fewer than the path was played with.
        record.at_most_zero({0, {{populations[i].extra, -1}}}, {});
    }
    PathStep step{evaluator, populations, record, options.ranges};
    State played = first;
    for (const Successor& taken : steps) {
        if (record.refused()) break;
        look_around(step, state, taken.move, options.forced || options.no_other_options);
        PathState next = take(step, state, taken.move);
        if (!record.refused() && !is(next, *taken.next)) record.refuse("a step that is not understood", {});
        if (options.forced && !record.refused()) {
            for (const Successor& other : evaluator.expand(played).successors) {
                if (record.refused()) break;
                if (other.move == taken.move) continue;
                if (take(step, state, other.move) != next && !record.refused())
                    record.refuse("what could also be done", {});
            }
        }
        state = std::move(next);
        played = *taken.next;
    }
    run.conditions = std::move(record.conditions);
    run.last = std::move(state);
    run.refusal = std::move(record.refusal);
    run.refused_at = record.refused_at;
    return run;
}

}  // namespace errata::checker
