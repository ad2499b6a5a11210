// The exit codes, a contract with scripts and build servers.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace errata::reports {

inline constexpr int exit_passed = 0;
inline constexpr int exit_findings =
    1;                                // also: `fmt --check` would change a file, `replay` no longer replays
inline constexpr int exit_wrong = 2;  // the spec or the command line is wrong, or results cannot be written
inline constexpr int exit_inconclusive = 3;  // nothing found, and not everything was seen
inline constexpr int exit_bug = 70;          // ours

// What help and manual say of each.
struct ExitMeaning {
    int code;
    std::string_view when;
};
inline constexpr std::array exit_meanings = {
    ExitMeaning{exit_passed, "nothing found that counts (errors, and warnings with --fail-on warning)"},
    ExitMeaning{exit_findings, "findings that count"},
    ExitMeaning{exit_wrong,
                "the spec or the command line is wrong, or a file or the output cannot be written"},
    ExitMeaning{exit_inconclusive, "nothing found that counts, and something was not decided"},
    ExitMeaning{exit_bug, "a bug of Errata"},
};

// Of several specs in one run, the gravest result speaks for all.
inline int graver(int a, int b) {
    constexpr std::array<int, 5> by_gravity = {exit_passed, exit_inconclusive, exit_findings, exit_wrong,
                                               exit_bug};
    const auto rank = [&](int code) { return std::find(by_gravity.begin(), by_gravity.end(), code); };
    return rank(a) < rank(b) ? b : a;
}

}  // namespace errata::reports
