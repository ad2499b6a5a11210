// A line of printed text as it stands in a file, whether below the name of its card or in a cell of a table:
// how its rows are taken off, and where a part of its text stands.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/ast/item.h"

namespace errata::dsl::ast {

// "Before movement: remove it. [SAN-TER-035, SAN-TER-118]": the text, and the rows of the bracket at its end,
// if it holds nothing else. Blanks before the bracket go with it. The span is left to the caller.
TextLine read_text_line(std::string_view written);

// Row ids with commas between, or nothing if there is anything else. Blanks around them do not matter.
std::optional<std::vector<std::string>> read_rows(std::string_view written);

// `version "Second printing"`, alone on its line: what it is called.
std::optional<std::string> version_title(std::string_view line);

// How many bytes of the file come before the byte `at` of a text in which these quotes stand twice.
std::uint32_t written_before(const std::vector<std::uint32_t>& doubled_quotes, std::uint32_t at);

// Where the bytes of `line.text` from `offset` on stand in the file.
Span part_of(const TextLine& line, std::uint32_t offset, std::uint32_t length);

}  // namespace errata::dsl::ast
