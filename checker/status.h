// What is known of a claim, or of a finding's occurring; from what is known best for a claim about all
// states. README.md of this folder says what each promises.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace errata::checker {

enum class Status : std::uint8_t {
#define ERRATA_STATUS(name, word) name,
#include "checker/statuses.def"
#undef ERRATA_STATUS
};

inline constexpr std::array all_statuses = {
#define ERRATA_STATUS(name, word) Status::name,
#include "checker/statuses.def"
#undef ERRATA_STATUS
};

constexpr std::string_view word(Status value) {
    constexpr std::array<std::string_view, all_statuses.size()> words = {
#define ERRATA_STATUS(name, word) word,
#include "checker/statuses.def"
#undef ERRATA_STATUS
    };
    return words[static_cast<std::size_t>(value)];
}

}  // namespace errata::checker
