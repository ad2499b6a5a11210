#include "dsl/phrases/print.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::dsl {
namespace {

bool has_holes_of(const Wording& wording, const Derivation& derivation) {
    std::size_t holes = 0;
    for (const WordingPart& part : wording.parts) {
        if (!part.is_hole) continue;
        if (derivation.hole(part.text) == nullptr) return false;
        ++holes;
    }
    return holes == derivation.holes.size();
}

bool counts_several(const Derivation& derivation) {
    return std::any_of(derivation.holes.begin(), derivation.holes.end(), [](const HoleFill& fill) {
        return fill.filler.kind == Derivation::Kind::Number && fill.filler.number != 1;
    });
}

const Wording& canonical_wording(const PhraseGrammar& grammar, const Derivation& derivation) {
    const PhraseSource& source = grammar.source_of(derivation.production);
    const bool plural = counts_several(derivation);
    const Wording* best = nullptr;
    for (std::uint32_t i = 0; i < source.production_count; ++i) {
        const Wording& wording = grammar.wording_of(source.first_production + i);
        if (!has_holes_of(wording, derivation)) continue;
        if (best == nullptr || (plural && wording.suffixes > best->suffixes)) best = &wording;
    }
    ERRATA_CHECK(best != nullptr);
    return *best;
}

void append(std::string& text, const PhraseGrammar& grammar, const Derivation& derivation) {
    if (derivation.kind == Derivation::Kind::Number) {
        text += std::to_string(derivation.number);
        return;
    }
    bool first = true;
    for (const WordingPart& part : canonical_wording(grammar, derivation).parts) {
        if (!first && !part.glued) text += ' ';
        first = false;
        if (part.is_hole) {
            append(text, grammar, *derivation.hole(part.text));
        } else {
            text += part.text;
        }
    }
}

}  // namespace

std::string print(const PhraseGrammar& grammar, const Derivation& derivation) {
    std::string text;
    append(text, grammar, derivation);
    return text;
}

}  // namespace errata::dsl
