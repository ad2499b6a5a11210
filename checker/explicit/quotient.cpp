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

State Quotient::variables_of(const State& state) const {
    State view(state.size());
    std::copy(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(model_.layout.over), view.begin());
    return symmetry_.representative(view);
}

bool Quotient::Before::differs_from(const State& after) {
    const auto end = state_.begin() + static_cast<std::ptrdiff_t>(quotient_.model_.layout.over);
    if (std::equal(state_.begin(), end, after.begin())) return false;
    if (quotient_.symmetry_.is_trivial()) return true;
    if (!variables_) variables_ = quotient_.variables_of(state_);
    return *variables_ != quotient_.variables_of(after);
}

}  // namespace errata::checker
