// Whose words count: where a phrase of the game and one of a library read the same words as the same, the
// game's does. Asked of the readings of a line that fit the game.
#pragma once

#include "compiler/resolve/names.h"
#include "dsl/phrases/derivation.h"

namespace errata::compiler {

// Where the two readings first part, `other` has a phrase of the game, and `reading` one of a library for the
// same words.
bool gives_way(const Texts& texts, const dsl::Derivation& reading, const dsl::Derivation& other);

}  // namespace errata::compiler
