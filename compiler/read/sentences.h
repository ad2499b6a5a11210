// The sentences of a line of printed text, each with the ways in which the phrases read it. First the line is
// read as a whole; only if no phrase does so, it is read sentence by sentence, each by as many of them as a
// phrase takes. Three things are tried in turn: the words as they stand, with what is in parentheses where
// some template has parentheses; the words without what is in parentheses, which is reminder text then; and
// both with the card's own name read as "this".
#pragma once

#include <optional>
#include <vector>

#include "compiler/resolve/names.h"
#include "dsl/phrases/explain.h"
#include "dsl/phrases/kept_readings.h"
#include "dsl/phrases/print.h"

namespace errata::compiler {

struct Sentence {
    ast::TextLine line;              // this part of the line
    std::vector<dsl::Token> tokens;  // places are those in the text of `line`; none: reminder text alone
    const dsl::Readings* readings = nullptr;  // stay in what was kept
    // Why there are none; nothing, too, where some phrase is wrong and the text may be one of its.
    std::optional<dsl::Explanation> why;
    bool has_read_parentheses = false;
};

// The words that a derivation reads, and the place where they are printed.
inline std::string words_of(const Sentence& sentence, const dsl::Derivation& derivation) {
    return dsl::words(sentence.tokens, derivation.begin, derivation.end);
}
dsl::Span place_of(const Sentence& sentence, const dsl::Derivation& derivation);

// At least one. None after one that cannot be read: where it ends is not known.
std::vector<Sentence> sentences_of(const Names& names, const Card& card, const ast::TextLine& line,
                                   dsl::KeptReadings& kept);

}  // namespace errata::compiler
