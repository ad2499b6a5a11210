// A phrase of the game counts before one of a library that reads the same words as the same category. A line
// asks this of those of its readings that fit the game.
#pragma once

#include "compiler/resolve/names.h"
#include "dsl/phrases/derivation.h"

namespace errata::compiler {

// Where the two readings first part, `other` has a phrase of the game, and `reading` one of a library for the
// same words.
bool gives_way(const Texts& texts, const dsl::Derivation& reading, const dsl::Derivation& other);

}  // namespace errata::compiler
