#include "checker/plays/carried_out.h"

#include <algorithm>

#include "checker/plays/top_point.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::size_t agenda_height(const Model& model, const State& state) {
    std::size_t height = 0;
    while (height < model.layout.frames && state[model.layout.frame(height)] > 0) ++height;
    return height;
}

std::size_t pending_count(const Model& model, const State& state) {
    std::size_t count = 0;
    while (count < model.layout.pending && state[model.layout.slot(count)] > 0) ++count;
    return count;
}

bool differ_in_variables(const Model& model, const State& a, const State& b) {
    return std::ranges::any_of(model.variables, [&](const Variable& variable) {
        const auto first = a.begin() + static_cast<std::ptrdiff_t>(variable.base);
        return !std::equal(first, first + static_cast<std::ptrdiff_t>(variable.cells),
                           b.begin() + static_cast<std::ptrdiff_t>(variable.base));
    });
}

}  // namespace

std::size_t left_to_do(const Model& model, const State& state) {
    return agenda_height(model, state) + pending_count(model, state);
}

ClauseId clause_carried_out(const Model& model, const State& state) {
    const PointId top = top_point(model, state);
    if (has_ended(model, state) || !top.is_valid()) return {};
    const Point& point = model.flow.points[top.index];
    return point.control ? ClauseId() : point.clause;
}

Effect effect_of(const Model& model, const State& before, const Successor& successor) {
    if (successor.move.kind != MoveKind::Option && successor.move.kind != MoveKind::Otherwise)
        return Effect::OtherMove;
    if (!successor.next || !successor.incidents.empty()) return Effect::Something;
    const State& after = *successor.next;
    const bool changes = differ_in_variables(model, before, after) ||
                         before[model.layout.over] != after[model.layout.over] ||
                         agenda_height(model, after) > agenda_height(model, before) ||
                         pending_count(model, after) > pending_count(model, before);
    return changes ? Effect::Something : Effect::Nothing;
}

}  // namespace errata::checker
