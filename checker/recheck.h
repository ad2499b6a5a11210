// Who looked again at what a verdict says. certification.md says what each of them is worth, and has a table
// of the questions.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace errata::checker {

enum class Recheck : std::uint8_t {
#define ERRATA_RECHECK(name, word) name,
#include "checker/rechecks.def"
#undef ERRATA_RECHECK
};

inline constexpr std::array all_rechecks = {
#define ERRATA_RECHECK(name, word) Recheck::name,
#include "checker/rechecks.def"
#undef ERRATA_RECHECK
};

constexpr std::string_view word(Recheck value) {
    constexpr std::array<std::string_view, all_rechecks.size()> words = {
#define ERRATA_RECHECK(name, word) word,
#include "checker/rechecks.def"
#undef ERRATA_RECHECK
    };
    return words[static_cast<std::size_t>(value)];
}

// Of something that is so if each of two is.
constexpr Recheck joined(Recheck a, Recheck b) {
    if (a == b) return a;
    const bool is_of_states =
        a == Recheck::Computed || a == Recheck::InPart || b == Recheck::Computed || b == Recheck::InPart;
    return is_of_states ? Recheck::InPart : Recheck::Nobody;
}

}  // namespace errata::checker
