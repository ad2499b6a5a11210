// A phrase of the game counts before one of a library that reads the same words as the same category. A line
// asks this of those of its readings that fit the game.
#pragma once

#include "compiler/resolve/names.h"
#include "dsl/phrases/derivation.h"

namespace errata::compiler {

// Where the two readings first part, `other` has a phrase that counts before that of `reading` for the same
// words: one that stands below the line before one of the game, and that before one of a library.
// `line`: where the words stand. What stands below this very line counts before all else.
bool gives_way(const Texts& texts, const dsl::Derivation& reading, const dsl::Derivation& other,
               dsl::Span line);

}  // namespace errata::compiler
