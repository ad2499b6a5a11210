// A small grammar from a table of phrases, and its readings as s-expressions: what the tests of dsl/phrases
// are written in.
//   (damage n=2 u=(all f=#3))      a phrase and its holes; a phrase without holes is its name alone; a word
//                                  is #payload
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/phrases/parse.h"

namespace errata::dsl::phrase_tests {

struct PhraseRow {
    std::string category;
    std::string text;
    std::string name;
};

struct WordRow {
    std::string category;
    std::string written;
    int payload = 0;
};

class PhraseBook {
public:
    explicit PhraseBook(std::vector<PhraseRow> phrases, const std::vector<WordRow>& words = {});

    const PhraseGrammar& grammar() const { return grammar_; }
    const std::vector<PhraseRow>& rows() const { return phrases_; }
    CategoryId category(std::string_view name) const;
    Parse parse(std::string_view text, std::string_view start) const;

    std::string show(const Derivation& derivation) const;
    // The readings in order.
    std::vector<std::string> readings(std::string_view text, std::string_view start,
                                      std::size_t cap = 64) const;
    // Message and notes, a line each.
    std::string explanation(std::string_view text, std::string_view start) const;

private:
    std::vector<PhraseRow> phrases_;
    PhraseGrammar grammar_;
};

// Effects, filters and names of a small card game: ambiguous and left recursive, like real ones.
const PhraseBook& card_game();

}  // namespace errata::dsl::phrase_tests
