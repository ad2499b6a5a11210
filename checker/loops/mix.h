// Numbers that stand for what can be said of an object: equal for equals, else almost surely not. PoolCells
// and Twins make them.
#pragma once

#include <cstdint>

namespace errata::checker {

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    a ^= b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2);
    a *= 0xff51afd7ed558ccdULL;
    return a ^ (a >> 33);
}

}  // namespace errata::checker
