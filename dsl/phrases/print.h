// The canonical wording of a reading, for reports and for "say it the same way". Of the wordings of a template it takes,
// among those with the same holes, the first: earlier alternatives, optional words left out. Only an optional suffix
// follows the number it stands beside: "draw {n: number} card[s]" prints "draw 1 card" and "draw 2 cards". Numbers are
// printed in digits, names in the form that was read. Reading the result gives back, among others, the same reading.
#pragma once

#include <string>

#include "dsl/phrases/derivation.h"
#include "dsl/phrases/grammar.h"

namespace errata::dsl {

std::string print(const PhraseGrammar& grammar, const Derivation& derivation);

}  // namespace errata::dsl
