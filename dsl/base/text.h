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

// Of a line: blanks, tabs, and the carriage return that may end it.
bool is_blank(char c);
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Of a text of several lines: any white space of ASCII.
inline bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

// ASCII lower case; other bytes unchanged.
std::string lower(std::string_view text);

// How many bytes to change, add, drop or swap with their neighbour (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word`, if it is near enough to be a slip of the pen (at most a third of the
// letters differ). Ties go to the earlier candidate.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

// The text as it may be shown: what a terminal obeys or nobody sees (control codes but for line breaks and
// tabs, marks of writing direction, characters without width, separators of lines) is spelled out, "\u202E",
// and so is each byte that is no UTF-8, "\xFF". Leaves everything else alone, and JSON stays the JSON it is.
// Whatever is printed passes through it; a file is never written so.
std::string visible(std::string_view text);

// The same for a word that stands in a line, such as the name of a file: line breaks and tabs as well.
std::string visible_word(std::string_view text);

// Bytes of the character at `at`, 0 if it is none in UTF-8.
std::size_t utf8_length(std::string_view text, std::size_t at);

// The number of the character that the text begins with; 0: it begins with none.
std::uint32_t code_point(std::string_view text);

// As many whole characters from the front as have at most so many bytes.
std::string_view front_of(std::string_view text, std::size_t bytes);

// Columns of a terminal: two for a sign of Chinese, none for an accent that stands alone.
std::size_t display_width(std::string_view text);

// "1 card", "2 cards".
std::string count_of(std::size_t count, std::string_view singular);

// With a large first letter.
std::string with_capital(std::string text);

// Does it read like a sentence: from a capital letter or a digit to a full stop?
bool is_sentence(std::string_view text);

}  // namespace errata::dsl
