// What a run counts, and how counts of several runs come to one. Times are counted, too, and kept out of
// reports: equal inputs give equal reports.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>

namespace errata::checker {

enum class Statistic : std::uint8_t {
#define ERRATA_STATISTIC(name, word, joining) name,
#include "checker/statistics.def"
#undef ERRATA_STATISTIC
};

enum class Joining : std::uint8_t { Sum, Most, Time };  // Time: a sum of seconds

inline constexpr std::array all_statistics = {
#define ERRATA_STATISTIC(name, word, joining) Statistic::name,
#include "checker/statistics.def"
#undef ERRATA_STATISTIC
};

constexpr std::string_view word(Statistic statistic) {
    constexpr std::array<std::string_view, all_statistics.size()> words = {
#define ERRATA_STATISTIC(name, word, joining) word,
#include "checker/statistics.def"
#undef ERRATA_STATISTIC
    };
    return words[static_cast<std::size_t>(statistic)];
}

constexpr Joining joining(Statistic statistic) {
    constexpr std::array<Joining, all_statistics.size()> ways = {
#define ERRATA_STATISTIC(name, word, joining) Joining::joining,
#include "checker/statistics.def"
#undef ERRATA_STATISTIC
    };
    return ways[static_cast<std::size_t>(statistic)];
}

inline double joined(Statistic statistic, double a, double b) {
    return joining(statistic) == Joining::Most ? std::max(a, b) : a + b;
}

using Statistics = std::map<Statistic, double>;

}  // namespace errata::checker
