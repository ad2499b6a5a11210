// Packs a State into few 64-bit words, by the widths that the model's types and layout allow, and back. A field never
// straddles two words; a counter has a word to itself. Every well-formed state of the model packs without loss, and
// equal states pack equally. Only the explicit search knows packed states.
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
    // Where a cell lies: value - lo in `bits` bits (0: the cell has one value only).
    struct Field {
        compiler::Value lo = 0;
        std::uint32_t word = 0;
        std::uint8_t shift = 0;
        std::uint8_t bits = 0;
    };

    void add_cell(compiler::Value lo, compiler::Value hi);
    void add_counter();

    std::vector<Field> fields_;  // by cell
    std::size_t words_ = 0;
    unsigned used_bits_ = 64;  // of the last word
};

}  // namespace errata::checker
