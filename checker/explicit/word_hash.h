// A hash of 64-bit words that lie one after the other, packed states and cells alike: quick, and good for
// tables of this machine only (XXH3). For what is written down: dsl/base/hash.h.
#pragma once

#include <cstdint>
#include <span>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace errata::checker {

template <class Word>
std::uint64_t word_hash(std::span<const Word> words, std::uint64_t seed = 0) {
    static_assert(sizeof(Word) == sizeof(std::uint64_t));
    return XXH3_64bits_withSeed(words.data(), words.size_bytes(), seed);
}

}  // namespace errata::checker
