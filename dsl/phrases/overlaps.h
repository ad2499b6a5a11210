// Phrases of a sealed grammar that read the same words. They are found before any text is read, and lints on
// wording tell the author.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/phrases/grammar.h"

namespace errata::dsl {

// Two sources of one category that read the same words. Every text with these words has two readings.
struct Overlap {
    std::uint32_t first = 0;  // positions in PhraseGrammar::sources()
    std::uint32_t second = 0;
    bool identical = false;  // all their wordings are the same; else only some
};

std::vector<Overlap> overlapping_templates(const PhraseGrammar& grammar);

}  // namespace errata::dsl
