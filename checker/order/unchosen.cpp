#include "checker/order/unchosen.h"

#include <algorithm>

#include "checker/plays/steps.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_steps = 64;

// The only way on, on which nothing is met.
const State* only_next(const Expansion& expansion) {
    if (expansion.successors.size() != 1 || !expansion.incidents.empty()) return nullptr;
    const Successor& only = expansion.successors.front();
    return only.next && only.incidents.empty() ? &*only.next : nullptr;
}

bool is_choice(const Expansion& expansion) {
    using enum OwnerKind;
    const bool by_somebody = expansion.owner.kind == Player || expansion.owner.kind == Chance;
    return by_somebody && expansion.incidents.empty() &&
           std::ranges::any_of(expansion.successors, [&](const Successor& other) {
               return !is_same_choice(other.move, expansion.successors.front().move);
           });
}

}  // namespace

bool leads_on(const Evaluator& evaluator, State from, const State& to) {
    for (std::size_t step = 0; step < most_steps; ++step) {
        if (from == to) return true;
        const Expansion expansion = evaluator.expand(from);
        const State* const next = only_next(expansion);
        if (next == nullptr) return false;
        from = *next;
    }
    return false;
}

bool comes_by_itself(const Evaluator& evaluator, State from, const State& to) {
    const std::size_t top = evaluator.model().layout.frame(0);
    if (from[top] == to[top]) return false;
    for (std::size_t step = 0; step < most_steps; ++step) {
        const Expansion expansion = evaluator.expand(from);
        const State* const next = only_next(expansion);
        if (next == nullptr) return false;
        from = *next;
        if (from[top] == to[top]) return from == to;
    }
    return false;
}

std::optional<State> next_choice(const Evaluator& evaluator, State from) {
    for (std::size_t step = 0; step < most_steps; ++step) {
        const Expansion expansion = evaluator.expand(from);
        if (expansion.over || is_choice(expansion)) return from;
        const State* const next = only_next(expansion);
        if (next == nullptr) return std::nullopt;
        from = *next;
    }
    return std::nullopt;
}

}  // namespace errata::checker
