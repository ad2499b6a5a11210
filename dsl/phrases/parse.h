// Reads one text by the phrases of a grammar: all readings if there are any, an explanation if there are
// none. The grammar is a context-free one of any shape (left recursion, ambiguity); nothing is chosen here.
// Which readings make sense, and which of them mean the same, is decided by the later stages.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dsl/phrases/chart.h"
#include "dsl/phrases/derivation.h"
#include "dsl/phrases/explain.h"
#include "dsl/phrases/grammar.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {

class Parse {
public:
    bool matched() const { return chart_.root != nowhere; }

    // Every reading once, up to the cap, in a fixed order: phrases as declared, earlier splits first. A
    // reading in which a category contains itself over the very same tokens says nothing new and is left out.
    Readings readings(std::size_t cap = 64) const;

    // Why the text was not read. Only for texts that do not match.
    Explanation explain() const;

private:
    friend Parse parse(const PhraseGrammar& grammar, std::vector<Token> tokens, CategoryId start);
    Parse(const PhraseGrammar& grammar, std::vector<Token> tokens, CategoryId start);

    const PhraseGrammar* grammar_;
    std::vector<Token> tokens_;
    std::vector<std::uint32_t> terminals_;
    CategoryId start_;
    Chart chart_;
};

// The grammar must be sealed and outlive the parse.
Parse parse(const PhraseGrammar& grammar, std::vector<Token> tokens, CategoryId start);

}  // namespace errata::dsl
