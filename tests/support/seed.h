// Where random tests begin to draw. A usual run draws the same numbers each time; tests/night sets
// ERRATA_SEED, so that every round draws others. A failing round is repeated with the ERRATA_SEED that it
// printed.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace errata::tests {

// 0 in a usual run.
inline std::uint32_t first_seed() {
    constexpr std::uint32_t seeds_of_a_round = 1'000'000;
    const char* round = std::getenv("ERRATA_SEED");
    return round == nullptr ? 0
                            : static_cast<std::uint32_t>(std::strtoul(round, nullptr, 10)) * seeds_of_a_round;
}

}  // namespace errata::tests
