// The phrase an author would add so that a text can be read: the part of it that was understood, with its
// holes, then the rest of the sentence as it stands, numbers and known names turned into holes.
//   phrase effect "frobnicate {n: number} minions" = …
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "dsl/phrases/grammar.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {

struct StubPlan {
    CategoryId category;
    std::optional<std::uint32_t> production;  // the phrase that was under way, if one was
    std::uint32_t read_parts = 0;             // how many of its parts were read
    std::uint32_t from = 0;                   // the first token they do not cover
    std::uint32_t to = 0;                     // the end of the sentence
};

// A text as one phrase could read it and others like it: what stands in quotes is a hole as well.
std::string wording_of(const PhraseGrammar& grammar, std::span<const Token> tokens,
                       std::span<const std::uint32_t> terminals);

// Empty if there is nothing to put into the phrase.
std::string phrase_stub(const PhraseGrammar& grammar, std::span<const Token> tokens,
                        std::span<const std::uint32_t> terminals, const StubPlan& plan);

}  // namespace errata::dsl
