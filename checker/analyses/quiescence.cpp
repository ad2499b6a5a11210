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

using Visit = std::pair<State, bool>;

// Takes away what leads nowhere further, again and again (Kahn's algorithm): what remains goes round.
bool has_cycle(const std::map<Visit, std::vector<Visit>>& follows) {
    std::map<Visit, std::vector<const Visit*>> before;
    std::map<const Visit*, std::size_t> ahead;
    std::vector<const Visit*> done;
    for (const auto& [visit, next] : follows) {
        ahead[&visit] = next.size();
        if (next.empty()) done.push_back(&visit);
        for (const Visit& later : next) before[later].push_back(&visit);
    }
    std::size_t removed = 0;
    while (!done.empty()) {
        const Visit* visit = done.back();
        done.pop_back();
        ++removed;
        for (const Visit* earlier : before[*visit]) {
            if (--ahead[earlier] == 0) done.push_back(earlier);
        }
    }
    return removed < follows.size();
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
    std::map<std::pair<State, bool>, std::vector<std::pair<State, bool>>> seen;  // with what follows
    while (!open.empty()) {
        Open current = std::move(open.back());
        open.pop_back();
        const auto [entry, is_new] = seen.try_emplace({current.state, current.demands});
        if (!is_new) continue;
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
            entry->second.emplace_back(*successor.next, demands && !instance);
        }
    }
    result.endless = has_cycle(seen);
    return result;
}

}  // namespace errata::checker
