// What the cells of a table say, as nodes of the syntax tree whose places are in the cells.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/ast/item.h"
#include "dsl/cards/table.h"
#include "dsl/diag/sink.h"

namespace errata::dsl {

// A cell in its file.
struct PlacedCell {
    const Cell& cell;
    std::uint32_t file;
};

// What the cell holds, without blanks and line breaks at its ends.
Span span_of(const PlacedCell& cell);

bool is_empty(const Cell& cell);

// On one line, with single blanks: names and headings are sometimes broken to fit their cells.
std::string one_line(const Cell& cell);

// The parts of a list: with commas, semicolons, line breaks or full stops between ("Beast. Pirate.").
std::vector<std::string> list_in(const Cell& cell);

// Each line with something on it, with the rows at its end. Below `version "Second printing"` lines belong to
// texts of that version, `printed: ...`, up to the first that does not begin so.
std::vector<ast::TextLine> lines_in(const PlacedCell& cell, Sink& sink);

// Row ids with commas or line breaks between, in brackets or not; nothing if there is anything else.
std::optional<std::vector<std::string>> rows_in(const Cell& cell);

// The value of a field of this type: a number, yes or no, none, a name, or the names of a list; these may
// have blanks between, too. What does not fit the type is a value all the same, for the compiler to refuse.
// `names` are those that the spec declares: they may have blanks, digits or full stops in them.
ast::Expr value_in(const PlacedCell& cell, const ast::TypeExpr& type, const std::set<std::string>& names);

}  // namespace errata::dsl
