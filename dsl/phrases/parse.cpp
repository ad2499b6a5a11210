#include "dsl/phrases/parse.h"

#include <utility>

#include "dsl/base/check.h"
#include "dsl/phrases/readings.h"

namespace errata::dsl {

Parse::Parse(const PhraseGrammar& grammar, std::vector<Token> tokens, CategoryId start)
    : grammar_(&grammar), tokens_(std::move(tokens)), start_(start) {
    ERRATA_CHECK(grammar.is_sealed() && start != PhraseGrammar::number &&
                 start.index < grammar.table().categories());
    terminals_.reserve(tokens_.size());
    for (const Token& token : tokens_) terminals_.push_back(terminal_of(grammar, token));
    chart_ = build_chart(grammar.table(), terminals_, start, Lookahead::Exact);
}

Readings Parse::readings(std::size_t cap) const { return readings_of(*grammar_, chart_, tokens_, cap); }

Explanation Parse::explain() const {
    ERRATA_CHECK(!matched());
    return explain_failure(*grammar_, tokens_, terminals_, start_);
}

Parse parse(const PhraseGrammar& grammar, std::vector<Token> tokens, CategoryId start) {
    return Parse(grammar, std::move(tokens), start);
}

}  // namespace errata::dsl
