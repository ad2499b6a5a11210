// The few string operations that every stage shares. Pure functions, no locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace errata::dsl {

// "a, b, c" for {"a","b","c"} and ", ".
std::string join(const std::vector<std::string>& parts, std::string_view separator);

// ASCII lower case; other bytes unchanged.
std::string lower(std::string_view text);

// How many bytes to change, add, drop or swap with their neighbour (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word`, if it is near enough to be a slip of the pen (at most a third of the letters differ).
// Ties go to the earlier candidate.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

// "1 card", "2 cards".
std::string count_of(std::size_t count, std::string_view singular);

}  // namespace errata::dsl
