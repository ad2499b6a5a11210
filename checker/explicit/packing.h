// Packs a State into few 64-bit words, by the widths that the model's types and layout allow, and back. A
// field never straddles two words; a counter has a word to itself. Every well-formed state of the model packs
// without loss, and equal states pack equally. Only the explicit search knows packed states.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

class Packing {
public:
    explicit Packing(const compiler::Model& model);

    std::size_t words() const { return words_; }
    // Up to the control frame; behind it lie the other places of the agenda and the bag, all 0 where nothing
    // is there.
    std::size_t words_of_head() const { return words_of_head_; }
    void pack(const compiler::State& state, std::span<std::uint64_t> words) const;
    compiler::State unpack(std::span<const std::uint64_t> words) const;

private:
    // Where a cell lies: the low bits of its value under the mask (0: the cell has one value only), so far up
    // in the word. Of a cell that is 0, as most of an agenda's are, nothing is set.
    struct Field {
        compiler::Value lo = 0;
        std::uint64_t mask = 0;
        std::uint32_t word = 0;
        std::uint32_t shift = 0;

        std::uint64_t packed(compiler::Value value) const { return static_cast<std::uint64_t>(value) & mask; }
        compiler::Value unpacked(std::uint64_t bits) const {
            return lo + static_cast<compiler::Value>((bits - static_cast<std::uint64_t>(lo)) & mask);
        }
    };

    bool is_nothing(const compiler::State& state, std::size_t word) const;
    void add_cell(compiler::Value lo, compiler::Value hi);
    void add_counter();

    std::vector<Field> fields_;  // by cell
    // By word: its first cell, and behind the last one; cells of one value lie in some word or other.
    std::vector<std::size_t> first_of_;
    compiler::State of_nothing_;      // of words that are all 0
    std::vector<bool> nothing_is_0_;  // by word: all of its cells are 0 then
    std::size_t words_ = 0;
    std::size_t words_of_head_ = 0;
    unsigned used_bits_ = 64;  // of the last word
};

}  // namespace errata::checker
