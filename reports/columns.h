// Columns of text: padding and wrapping by what a reader sees, not by bytes (an arrow is one column and three
// bytes).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/text.h"

namespace errata::reports {

// How wide a page of text is where nobody says how wide his terminal is.
inline constexpr std::size_t default_width = 100;

using dsl::display_width;

// Followed by blanks up to `width`; longer text stays whole.
std::string padded(std::string_view text, std::size_t width);

// At most `width` columns of it; what is cut off ends with "...".
std::string cut_to(std::string_view text, std::size_t width);

std::string_view without_blanks_behind(std::string_view text);

// Lines of at most `width` columns broken at blanks, each begun with `indent` blanks; a longer word stays
// whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

// With blanks that do not break, so that it is one word to whoever looks for words.
std::string unbroken(std::string_view text);

// Rows of cells, each column as wide as its widest cell, two blanks between, nothing at the ends of lines.
std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t indent);

// "1,204": whole numbers in groups of three.
std::string grouped(double number);

}  // namespace errata::reports
