// The phrase whose wording looks most like the text from some token on: for text that goes wrong in the first
// word of a phrase, so that none is under way that could be named.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dsl/phrases/grammar.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {

// Its position in sources(); none if even the best has little in common with the text.
std::optional<std::uint32_t> most_alike(const PhraseGrammar& grammar, std::span<const Token> tokens,
                                        std::span<const std::uint32_t> terminals, std::uint32_t start);

}  // namespace errata::dsl
