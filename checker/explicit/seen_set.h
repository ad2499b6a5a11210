// The set of states met so far: packed states, and an open-addressing table of their numbers, which finds
// them again. Numbers are dense and in order of insertion, so everything else about a state is a vector
// indexed by StateId.
#pragma once

#include "checker/explicit/packed_states.h"
#include "dsl/base/id.h"

namespace errata::checker {

struct SeenState;
using StateId = dsl::Id<SeenState>;

class SeenSet {
public:
    explicit SeenSet(const Packing& packing);

    struct Inserted {
        StateId id;
        bool is_new = false;
    };
    // The state must be canonical: the set compares cells, not bags.
    Inserted insert(const compiler::State& state);
    std::optional<StateId> find(const compiler::State& state) const;
    compiler::State operator[](StateId id) const { return states_[id.index]; }
    std::size_t size() const { return states_.size(); }
    std::size_t bytes() const { return states_.bytes() + table_.size() * sizeof(std::uint32_t); }

private:
    static constexpr std::uint32_t empty = 0xffffffffU;

    // The slot that holds the key, or the empty one where it belongs.
    std::size_t slot_of(std::span<const std::uint64_t> key) const;
    void grow();

    const Packing& packing_;
    PackedStates states_;
    std::vector<std::uint32_t> table_;  // a power of two long, at most three quarters full
    std::vector<std::uint64_t> key_;    // scratch of `insert` and `grow`
};

}  // namespace errata::checker
