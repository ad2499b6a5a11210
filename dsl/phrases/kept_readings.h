// The readings of texts, kept from one round of reading to the next: a text that stands as it stood is not
// parsed again, as long as the phrases and names of the grammar are the same. Who reads says when a round
// begins; what was not asked for in a round is forgotten with the next one. Plain values, which hold nothing
// of a grammar. What the readings mean is no part of them: that depends on bodies, which the grammar does not
// know.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "dsl/phrases/derivation.h"
#include "dsl/phrases/grammar.h"

namespace errata::dsl {

class KeptReadings {
public:
    // The texts asked for from here on are read by this grammar.
    void begin(const PhraseGrammar& grammar);

    // Null: the text has to be parsed. Stays where it is in this round.
    const Readings* find(const std::string& text);
    const Readings& keep(const std::string& text, Readings readings);

    // How many texts had to be parsed, in all rounds.
    std::size_t parsed() const { return parsed_; }

private:
    using ByText = std::map<std::string, Readings>;

    std::string grammar_;  // what can be read by it, and as what
    ByText asked_;         // in this round
    ByText before_;        // in the one before, and not yet in this one
    std::size_t parsed_ = 0;
};

}  // namespace errata::dsl
