// Facts that have words: an enum of ours with `word(value)` and an array of all its values, both made from
// one table (engines.def, statuses.def, ...). Words are printed and read at the borders alone: command line,
// files, reports.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace errata::checker {

// Nothing: none of them is called so.
template <class Enum, std::size_t count>
std::optional<Enum> read_word(const std::array<Enum, count>& all, std::string_view text) {
    for (const Enum value : all) {
        if (word(value) == text) return value;
    }
    return std::nullopt;
}

}  // namespace errata::checker
