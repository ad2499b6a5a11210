#include "dsl/phrases/print.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace errata::dsl {
namespace {

using Span = std::pair<std::uint32_t, std::uint32_t>;

void collect_spans(const Derivation& derivation, std::set<Span>& spans) {
    if (derivation.kind == Derivation::Kind::Phrase) spans.insert({derivation.begin, derivation.end});
    for (const HoleFill& fill : derivation.holes) collect_spans(fill.filler, spans);
}

void append_outline(std::string& text, const PhraseGrammar& grammar, const Derivation& derivation,
                    const std::string& name, std::size_t depth) {
    text += std::string(depth * 2, ' ') + (name.empty() ? "" : name + ": ");
    if (derivation.kind == Derivation::Kind::Number) {
        text += std::to_string(derivation.number) + "\n";
        return;
    }
    text += grammar.category_name(derivation.category) + " \"" +
            grammar.source_of(derivation.production).text + "\"\n";
    for (const HoleFill& fill : derivation.holes)
        append_outline(text, grammar, fill.filler, fill.name, depth + 1);
}

}  // namespace

std::string words(const std::vector<Token>& tokens, std::uint32_t begin, std::uint32_t end) {
    std::string text;
    for (std::uint32_t i = begin; i < end; ++i) {
        const bool touches = i > begin && tokens[i - 1].offset + tokens[i - 1].length == tokens[i].offset;
        if (i > begin && !touches) text += ' ';
        text += tokens[i].written;
    }
    return text;
}

std::string bracketed(const std::vector<Token>& tokens, const Derivation& derivation,
                      const std::vector<Derivation>& others) {
    std::set<Span> own;
    collect_spans(derivation, own);
    std::set<Span> apart;
    for (const Derivation& other : others) {
        std::set<Span> spans;
        collect_spans(other, spans);
        std::set_difference(own.begin(), own.end(), spans.begin(), spans.end(),
                            std::inserter(apart, apart.end()));
    }
    std::string text;
    for (std::uint32_t i = derivation.begin; i < derivation.end; ++i) {
        const bool touches = i > 0 && tokens[i - 1].offset + tokens[i - 1].length == tokens[i].offset;
        if (i > derivation.begin && !touches) text += ' ';
        for (const Span& span : apart) text += span.first == i ? "[" : "";
        text += tokens[i].written;
        for (const Span& span : apart) text += span.second == i + 1 ? "]" : "";
    }
    return text;
}

std::string outline(const PhraseGrammar& grammar, const Derivation& derivation) {
    std::string text;
    append_outline(text, grammar, derivation, "", 0);
    return text;
}

}  // namespace errata::dsl
