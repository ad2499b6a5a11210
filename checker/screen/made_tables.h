// Screens for a spec that has none: tables made from its vocabulary, as text that an author can copy and
// change. Works on the syntax tree alone; what the text says is then read like any other.
#pragma once

#include <string>
#include <vector>

#include "dsl/ast/ast.h"

namespace errata::checker {

// For each kind of printed item that an object's field can name: its items in effect from the start, and
// (where that depends on more than the field) its items waiting to come into effect. Whose they are and whose
// turn it is stays open; what costs draw on is as much as there can be. "": there is no such kind.
std::string made_tables(const std::vector<dsl::ast::Module>& modules);

}  // namespace errata::checker
