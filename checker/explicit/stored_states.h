// The states that a search has met, each once: which states are one is the quotient's word. Kept as they were
// first met, so that a way through them is a real play; told apart by their keys.
#pragma once

#include <optional>

#include "checker/explicit/quotient.h"
#include "checker/explicit/seen_set.h"

namespace errata::checker {

class StoredStates {
public:
    StoredStates(compiler::ModelFacts& facts, const Reductions& reductions);

    struct Insertion {
        StateId id;
        bool is_new = false;
        bool is_merged = false;  // known by another state that it is the same as
    };
    Insertion insert(const compiler::State& state);

    compiler::State operator[](StateId id) const {
        return quotient_.is_plain() ? seen_[id] : states_met_[id.index];
    }
    // The state that stands for this one.
    std::optional<StateId> find(const compiler::State& state) const { return seen_.find(key(state)); }

    std::size_t size() const { return seen_.size(); }
    const Quotient& quotient() const { return quotient_; }
    std::size_t bytes() const { return seen_.bytes() + states_met_.bytes(); }

private:
    compiler::State key(const compiler::State& state) const {
        return quotient_.is_plain() ? state : quotient_.key(state);
    }

    Quotient quotient_;
    SeenSet seen_;             // keys
    PackedStates states_met_;  // as they were met; empty where every state is its own key
};

}  // namespace errata::checker
