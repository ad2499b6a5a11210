// The set of states met so far. Packed states lie one after the other in one arena; an open-addressing table
// of their numbers finds them again. Numbers are dense and in order of insertion, so everything else about a
// state is a vector indexed by StateId.
#pragma once

#include "checker/explicit/packing.h"
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
    compiler::State operator[](StateId id) const { return packing_.unpack(packed(id.index)); }
    std::size_t size() const { return size_; }
    // Per state, at most: the table doubles when it is three quarters full.
    static constexpr std::size_t bytes_in_table = 11;
    std::size_t words_per_state() const { return packing_.words(); }

private:
    static constexpr std::uint32_t empty = 0xffffffffU;

    std::span<const std::uint64_t> packed(std::size_t index) const {
        return std::span(arena_).subspan(index * packing_.words(), packing_.words());
    }
    // The slot that holds the key, or the empty one where it belongs.
    std::size_t slot_of(std::span<const std::uint64_t> key) const;
    void grow();

    const Packing& packing_;
    std::vector<std::uint64_t> arena_;
    std::vector<std::uint32_t> table_;  // a power of two long, at most three quarters full
    std::size_t size_ = 0;
    std::vector<std::uint64_t> key_;  // scratch of `insert`
};

}  // namespace errata::checker
