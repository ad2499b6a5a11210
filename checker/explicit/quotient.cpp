#include "checker/explicit/quotient.h"

#include <algorithm>

namespace errata::checker {

using namespace compiler;

Quotient::Quotient(ModelFacts& facts, const Reductions& reductions)
    : symmetry_(facts.get<Symmetry>()),
      model_(facts.model()),
      renames_(reductions.symmetry && !symmetry_.is_trivial()) {
    const auto& unread = facts.get<UnreadCounters>();
    if (reductions.slice && !(unread.cells.empty() && unread.spent.empty())) unread_ = &unread;
}

State Quotient::key(const State& state) const {
    State result = state;
    if (unread_ != nullptr) {
        for (const std::size_t cell : unread_->cells) result[cell] = 0;
        for (const auto& [cell, falls, from] : unread_->spent)
            result[cell] = falls ? std::max(result[cell], from) : std::min(result[cell], from);
    }
    return renames_ ? symmetry_.representative(result, &undecided_) : result;
}

State Quotient::variables_of(const State& state) const {
    State view(state.size());
    std::copy(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(model_.layout.over), view.begin());
    return symmetry_.representative(view, &undecided_);
}

bool Quotient::Before::differs_from(const State& after) {
    const Symmetry& symmetry = quotient_.symmetry_;
    bool differs = false;
    for (std::size_t cell = 0; cell < quotient_.model_.layout.over; ++cell) {
        if (state_[cell] == after[cell]) continue;
        differs = true;
        if (!symmetry.concerns(cell)) return true;
    }
    if (!differs || symmetry.is_trivial()) return differs;
    if (!variables_) variables_ = quotient_.variables_of(state_);
    return *variables_ != quotient_.variables_of(after);
}

}  // namespace errata::checker
