// Many states, packed (packing.h) one after the other, by number. Of most states the agenda is nearly empty:
// the words behind its first place are kept only of states in which something stands there or behind, level
// by level, so that a place that is not used costs nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "checker/explicit/packing.h"

namespace errata::checker {

// Bits, and how many are set before one (rank: Jacobson 1989, in two levels).
class RankedBits {
public:
    void add(bool bit);
    bool operator[](std::size_t at) const { return (blocks_[at / 64] >> (at % 64) & 1) != 0; }
    std::uint32_t set_before(std::size_t at) const;
    std::size_t bytes() const { return blocks_.size() * (sizeof(std::uint64_t) + sizeof(std::uint32_t)); }

private:
    std::vector<std::uint64_t> blocks_;
    std::vector<std::uint32_t> before_;  // by block
    std::uint32_t set_ = 0;
    std::size_t size_ = 0;
};

class PackedStates {
public:
    using Words = std::span<const std::uint64_t>;

    explicit PackedStates(const Packing& packing);

    std::size_t size() const { return size_; }
    // All the words of a state; it gets the next number.
    void add(Words words);
    void add(const compiler::State& state);
    bool equals(std::size_t index, Words words) const;
    void read(std::size_t index, std::span<std::uint64_t> words) const;
    compiler::State operator[](std::size_t index) const;

    std::size_t bytes() const;

private:
    // The word behind those before, of the states that go on so far.
    struct Level {
        std::vector<std::uint64_t> words;
        RankedBits goes_on;
    };
    Words head(std::size_t index) const {
        return Words(heads_).subspan(index * packing_.words_of_head(), packing_.words_of_head());
    }

    const Packing& packing_;
    std::size_t size_ = 0;
    std::vector<std::uint64_t> heads_;
    RankedBits goes_on_;  // behind the head; empty where a head is all
    std::vector<Level> levels_;
};

}  // namespace errata::checker
