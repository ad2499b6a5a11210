#include "checker/analyses/quiescence.h"

#include <algorithm>
#include <vector>

namespace errata::checker {

using namespace compiler;

std::optional<Instance> placed(const Move& move) {
    if (move.kind != MoveKind::Place) return std::nullopt;
    return Instance{move.trigger, move.arguments};
}

State quiescent_view(const Model& model, const Symmetry& symmetry, const State& state) {
    const Layout& layout = model.layout;
    State view = state;
    std::size_t control = 0;
    for (std::size_t i = 1; i < layout.frames; ++i) {
        if (state[layout.frame(i)] != 0) control = i;
    }
    const Value point = layout.frames > 0 ? state[layout.frame(control)] : 0;
    for (std::size_t i = 0; i < layout.frames; ++i) {
        for (std::size_t cell = layout.frame(i); cell < layout.frame(i + 1); ++cell) view[cell] = 0;
    }
    for (std::size_t i = 0; i < layout.pending; ++i) {
        for (std::size_t cell = layout.slot(i); cell < layout.slot(i + 1); ++cell) view[cell] = 0;
    }
    view = symmetry.representative(view);  // before the point is there, whose registers were cleared
    if (layout.frames > 0) view[layout.frame(0)] = point;
    return view;
}

namespace {

bool is_quiescent(const Model& model, const State& state, const Expansion& expansion) {
    if (expansion.successors.empty()) return true;
    const MoveKind kind = expansion.successors.front().move.kind;
    if (kind == MoveKind::Settle || kind == MoveKind::Place) return false;
    return model.layout.frames < 2 || state[model.layout.frame(1)] == 0;
}

}  // namespace

Quiescence explore(const Evaluator& evaluator, const State& from, const std::optional<Instance>& next,
                   std::size_t budget) {
    Quiescence result;
    struct Open {
        State state;
        bool demands;  // the next placement is still prescribed
    };
    const Symmetry symmetry(evaluator.model());
    std::vector<Open> open{{from, next.has_value()}};
    std::set<std::pair<State, bool>> seen;
    while (!open.empty()) {
        Open current = std::move(open.back());
        open.pop_back();
        if (!seen.emplace(current.state, current.demands).second) continue;
        if (++result.states > budget) {
            result.complete = false;
            return result;
        }
        const Expansion expansion = evaluator.expand(current.state);
        if (is_quiescent(evaluator.model(), current.state, expansion)) {
            result.ends.emplace(quiescent_view(evaluator.model(), symmetry, current.state), current.state);
            continue;
        }
        // What is demanded may be gone by then; the demand lapses with it.
        const bool demands =
            current.demands && std::ranges::any_of(expansion.successors, [&](const Successor& successor) {
                return !placed(successor.move) || placed(successor.move) == next;
            });
        for (const Successor& successor : expansion.successors) {
            const std::optional<Instance> instance = placed(successor.move);
            if (instance && demands && instance != next) continue;
            if (!successor.next) {
                result.complete = false;
                continue;
            }
            open.push_back({*successor.next, demands && !instance});
        }
    }
    return result;
}

}  // namespace errata::checker
