// Canonical text of a syntax tree: what `errata fmt` writes and what messages quote. Minimal brackets, four
// blanks per block, comments at their places. Layout that carries meaning for the author is kept: single
// blank lines between parts of a block, and short blocks that stood on one line. Printing is idempotent, and
// parsing the print gives the same tree.
#pragma once

#include <string>

#include "dsl/ast/ast.h"
#include "dsl/source/source_file.h"

namespace errata::dsl::ast {

// `sources` holds the file the module was read from; Error nodes are printed as they stand there. Items that
// stand in another file, a table of cards, are left to it.
std::string print(const Module& module, const SourceSet& sources);

// On one line.
std::string print(const Expr& expr);
// Of an `accept`: which findings. "1a2b3c4d", "loop.mandatory about "Bell", "Gong"", "loop.optional 3".
std::string accepted_text(const Item& item);

}  // namespace errata::dsl::ast
