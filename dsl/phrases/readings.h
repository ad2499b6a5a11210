// Takes the readings out of a chart.
#pragma once

#include <span>

#include "dsl/phrases/chart.h"
#include "dsl/phrases/derivation.h"
#include "dsl/phrases/grammar.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {

Readings readings_of(const PhraseGrammar& grammar, const Chart& chart, std::span<const Token> tokens,
                     std::size_t cap);

}  // namespace errata::dsl
