#include "checker/explicit/quotient.h"

#include <algorithm>

#include "checker/explicit/slice.h"

namespace errata::checker {

using namespace compiler;

Quotient::Quotient(const Model& model, const Reductions& reductions)
    : model_(model), symmetry_(model), renames_(reductions.symmetry && !symmetry_.is_trivial()) {
    if (!reductions.slice) return;
    for (const VarId id : unread_counters(model)) {
        const Variable& variable = model.variable(id);
        for (std::size_t i = 0; i < variable.cells; ++i) unread_.push_back(variable.base + i);
    }
}

State Quotient::key(const State& state) const {
    State result = state;
    for (const std::size_t cell : unread_) result[cell] = 0;
    return renames_ ? symmetry_.representative(result) : result;
}

bool Quotient::variables_differ(const State& a, const State& b) const {
    const std::size_t variables = model_.layout.over;
    const auto end = [&](const State& state) {
        return state.begin() + static_cast<std::ptrdiff_t>(variables);
    };
    if (std::equal(a.begin(), end(a), b.begin(), end(b))) return false;
    if (symmetry_.is_trivial()) return true;
    const auto alone = [&](const State& state) {
        State view(state.size());
        std::copy(state.begin(), end(state), view.begin());
        return symmetry_.representative(view);
    };
    return alone(a) != alone(b);
}

}  // namespace errata::checker
