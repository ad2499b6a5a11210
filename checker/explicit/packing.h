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
    void pack(const compiler::State& state, std::span<std::uint64_t> words) const;
    compiler::State unpack(std::span<const std::uint64_t> words) const;

private:
    // Where a cell lies: value - lo under the mask (0: the cell has one value only), so far up in the word.
    struct Field {
        compiler::Value lo = 0;
        std::uint64_t mask = 0;
        std::uint32_t word = 0;
        std::uint32_t shift = 0;
    };

    void add_cell(compiler::Value lo, compiler::Value hi);
    void add_counter();

    std::vector<Field> fields_;  // by cell
    std::size_t words_ = 0;
    unsigned used_bits_ = 64;  // of the last word
};

// Many states, packed one after the other.
class PackedStates {
public:
    explicit PackedStates(const compiler::Model& model) : packing_(model), words_(packing_.words()) {}

    void add(const compiler::State& state) {
        packing_.pack(state, words_);
        arena_.insert(arena_.end(), words_.begin(), words_.end());
    }
    compiler::State operator[](std::size_t index) const {
        return packing_.unpack(std::span(arena_).subspan(index * words_.size(), words_.size()));
    }

private:
    Packing packing_;
    std::vector<std::uint64_t> words_;  // scratch of `add`
    std::vector<std::uint64_t> arena_;
};

}  // namespace errata::checker
