#include "dsl/phrases/kept_readings.h"

#include <utility>

#include "dsl/base/hash.h"

namespace errata::dsl {

namespace {

// Everything that the numbers in a derivation refer to, and in the order that gives them these numbers.
std::string identity(const PhraseGrammar& grammar) {
    std::string text;
    for (const PhraseSource& source : grammar.sources()) {
        text += grammar.category_name(source.category) + "\x1f" + std::to_string(source.category.index) +
                "\x1f" + std::to_string(static_cast<int>(source.kind)) + "\x1f" + std::to_string(source.tag) +
                "\x1f" + source.text + "\x1e";
    }
    return hash_of(text);
}

}  // namespace

void KeptReadings::begin(const PhraseGrammar& grammar) {
    std::string now = identity(grammar);
    before_ = now == grammar_ ? std::exchange(asked_, {}) : ByText{};
    asked_.clear();
    grammar_ = std::move(now);
}

const Readings* KeptReadings::find(const std::string& text) {
    if (ByText::node_type known = before_.extract(text)) asked_.insert(std::move(known));
    const auto found = asked_.find(text);
    return found == asked_.end() ? nullptr : &found->second;
}

const Readings& KeptReadings::keep(const std::string& text, Readings readings) {
    ++parsed_;
    return asked_.insert_or_assign(text, std::move(readings)).first->second;
}

}  // namespace errata::dsl
