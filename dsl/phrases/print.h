// The canonical wording of a reading, for reports and for "say it the same way". Of the wordings of a
// template it takes, among those with the same holes, the first: earlier alternatives, optional words left
// out. Only an optional suffix follows the number it stands beside: "draw {n: number} card[s]" prints "draw 1
// card" and "draw 2 cards". Numbers are printed in digits, names in the form that was read. Reading the
// result gives back, among others, the same reading.
#pragma once

#include <string>
#include <vector>

#include "dsl/phrases/derivation.h"
#include "dsl/phrases/grammar.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {

std::string print(const PhraseGrammar& grammar, const Derivation& derivation);

// The text as it was written, with brackets round the parts that the other reading groups in another way:
// "[destroy a unit and draw a card] or gain 2 life". Without brackets if both group alike.
std::string bracketed(const std::vector<Token>& tokens, const Derivation& derivation,
                      const std::vector<Derivation>& others);

// The phrases of a reading, each with what fills its holes below it.
std::string outline(const PhraseGrammar& grammar, const Derivation& derivation);

// The tokens from `begin` to `end` as written.
std::string words(const std::vector<Token>& tokens, std::uint32_t begin, std::uint32_t end);

}  // namespace errata::dsl
