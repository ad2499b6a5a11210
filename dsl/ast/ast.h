// The syntax tree of one `.rules` file: what the author wrote, nothing resolved. Made by dsl/grammar, printed
// back by dsl/ast/print, consumed by compiler/typed. Nodes are plain values of four sorts (Expr, Stmt,
// Ability, Item); a kind says which of the fields a node uses (kinds.def, statements.def). Every node carries
// its span. An Error node stands where an item, ability or statement could not be read, so that later stages
// can go on; it always comes with a diagnostic. How to go through a tree: fields.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/ast/item.h"

namespace errata::dsl::ast {

struct Comment {
    Span span;
    std::string text;      // behind the dashes and a blank; further blanks indent it
    bool own_line = true;  // false: it follows something on its line
};

struct Module {
    std::uint32_t file = Span::no_file;
    std::vector<Item> items;
    bool is_library = false;  // what of it the game cannot use is left out
    std::vector<Comment> comments;
};

}  // namespace errata::dsl::ast
