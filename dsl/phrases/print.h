// Readings of a text as people are shown them: which words belong together, and by which phrases.
#pragma once

#include <string>
#include <vector>

#include "dsl/phrases/derivation.h"
#include "dsl/phrases/grammar.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {

// The text as it was written, with brackets round the parts that the other reading groups in another way:
// "[destroy a unit and draw a card] or gain 2 life". Without brackets if both group alike.
std::string bracketed(const std::vector<Token>& tokens, const Derivation& derivation,
                      const std::vector<Derivation>& others);

// The phrases of a reading, each with what fills its holes below it.
std::string outline(const PhraseGrammar& grammar, const Derivation& derivation);

// The tokens from `begin` to `end` as written.
std::string words(const std::vector<Token>& tokens, std::uint32_t begin, std::uint32_t end);

}  // namespace errata::dsl
