// Where a file cites rows of a rulebook: behind the names of items, before abilities, at the ends of lines of
// text. An `omit` leaves rows out and cites none; the rows behind `except to` name clauses.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

enum class CitingPart { Item, Ability, Line };

// The part of the module that cites: the item itself, or an ability or a line of text in it.
struct Citation {
    CitingPart part = CitingPart::Item;
    std::size_t item = 0;         // of the module
    std::size_t alternative = 0;  // Ability in a reading
    std::size_t index = 0;        // of the ability or the line
    std::vector<std::string> rows;
    Span span;  // of the part
};

// In the order of the file.
std::vector<Citation> citations(const Module& module);

}  // namespace errata::dsl::ast
