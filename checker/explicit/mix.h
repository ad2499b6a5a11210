// Numbers that stand for what can be said of an object: equal for equals, else almost surely not. Symmetry,
// PoolCells and Twins make them.
#pragma once

#include <cstdint>

namespace errata::checker {

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9e3779b97f4a7c15ULL + b + 0x7f4a7c159e3779b9ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

}  // namespace errata::checker
