// How the game ends: code that finishes it, and before that tells whom the ending is for where its text says
// so. Used for `ending` abilities (abilities.h) and for `end` (body.h).
#pragma once

#include "compiler/lower/place.h"

namespace errata::compiler {

// References into the program, which outlives it.
struct WrittenEnding {
    const std::string& name;
    const std::vector<typed::Expr>& winner;  // none or one
    dsl::Span span;
    ClauseId clause;
};

// Endings of one name are one, for whoever the last of its texts to be carried out names.
CodeId tell_winner(const Lowering& l, const WrittenEnding& ending, const Place& place);
CodeId finish(const Lowering& l, const WrittenEnding& ending);

}  // namespace errata::compiler
