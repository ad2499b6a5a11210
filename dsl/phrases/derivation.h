// One reading of a text, as a tree of plain values: which phrase, and what fills each of its holes. It holds
// nothing of the chart it came from and may outlive it. Tokens are positions in the tokenised text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/phrases/parse_table.h"

namespace errata::dsl {

struct HoleFill;

struct Derivation {
    enum class Kind { Phrase, Word, Number };
    Kind kind = Kind::Phrase;
    CategoryId category;
    int tag = 0;                   // Phrase: the tag given with the template; Word: the payload
    std::int64_t number = 0;       // Number
    std::uint32_t begin = 0;       // first token
    std::uint32_t end = 0;         // behind the last token
    std::uint32_t production = 0;  // Phrase, Word: which wording, for printing
    std::vector<HoleFill> holes;   // Phrase: in the order of the text; holes left out are absent

    // What fills the hole, or null if the wording does without it.
    const Derivation* hole(std::string_view name) const;
};

struct HoleFill {
    std::string name;
    Derivation filler;
};

// A key that readings share which use the same phrases, names and numbers, in whatever wording of the
// phrases.
std::string structure(const Derivation& derivation);

struct Readings {
    std::vector<Derivation> derivations;
    bool capped = false;  // there are more
};

}  // namespace errata::dsl
