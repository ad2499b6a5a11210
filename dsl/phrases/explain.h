// Why no phrase reads a text: how far some reading came, what would have gone on there, the phrase that was
// under way or looks most alike, words nobody knows, and a phrase for the author to fill in. Data first, so
// that an editor can use the parts; `message` and `notes` are the same in words. Not on the fast path: it
// reads the text once more, keeping all beginnings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dsl/phrases/grammar.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {

struct UnknownWord {
    std::string written;
    std::optional<std::string> meant;
};

struct NearestPhrase {
    std::uint32_t source = 0;  // position in sources() of the grammar
    std::string
        wants;  // what it lacked where reading stopped: "'to'", "a unit"; empty if it was not under way
};

struct Explanation {
    TextRange
        place;  // of the first token that fits nothing; of length 0, behind the text, if it ends too early
    std::vector<std::string> expected_words;
    std::vector<std::string> expected_categories;
    bool may_end = false;  // the text could have ended there
    std::optional<NearestPhrase> nearest;
    std::vector<UnknownWord> unknown;  // the first few
    std::string
        stub;  // phrase effect "frobnicate {n: number} minions" = …      empty if there is nothing to say
    bool stub_ends_it = false;  // with that phrase nothing of the text is left to be read
    std::string wording;  // the whole text as such a phrase: equal for texts that differ in numbers and names
    std::string message;
    std::vector<std::string> notes;
};

Explanation explain_failure(const PhraseGrammar& grammar, std::span<const Token> tokens,
                            std::span<const std::uint32_t> terminals, CategoryId start);

}  // namespace errata::dsl
