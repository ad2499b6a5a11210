#include "compiler/read/set_aside.h"

#include <algorithm>

#include "dsl/ast/text_line.h"
#include "dsl/phrases/parse.h"
#include "dsl/phrases/token.h"

namespace errata::compiler {

std::optional<SetAside> set_aside(const Names& names, const Card& card, dsl::KeptReadings& kept,
                                  std::set<std::size_t>& used_phrases) {
    SetAside result{card.item->title, card.item->name, {}};
    std::set<std::size_t> used;
    for (const ast::TextLine& line : card.item->contents.lines) {
        const std::vector<dsl::Token> tokens = tokens_of(line);
        if (tokens.empty()) continue;
        const ParsedLine parsed = parse_line(names, line, tokens, kept);
        if (parsed.readings) {
            for (const dsl::Derivation& derivation : parsed.readings->derivations)
                note_phrases(derivation, used);
        }
        if (!parsed.why) continue;
        const dsl::Explanation& why = *parsed.why;
        result.lines.push_back(
            {line.text, place_of_stop(line, why), why.message, likely_word(why), why.wording, why.stub});
    }
    if (result.lines.empty()) return std::nullopt;
    used_phrases.merge(used);
    return result;
}

std::vector<dsl::Token> tokens_of(const ast::TextLine& line) {
    std::vector<dsl::Token> tokens = dsl::tokenise(line.text).tokens;
    if (tokens.size() > 1 && tokens.back().word == ".") tokens.pop_back();
    return tokens;
}

ParsedLine parse_line(const Names& names, const ast::TextLine& line, const std::vector<dsl::Token>& tokens,
                      dsl::KeptReadings& kept) {
    if (const dsl::Readings* const known = kept.find(line.text)) return {known, std::nullopt};
    const dsl::PhraseGrammar& grammar = names.texts.grammar;
    const dsl::Parse parse = dsl::parse(grammar, tokens, *grammar.find_category("line"));
    if (parse.matched()) return {&kept.keep(line.text, parse.readings()), std::nullopt};
    if (names.texts.lacks_phrases) return {};
    return {nullptr, parse.explain()};
}

void note_phrases(const dsl::Derivation& derivation, std::set<std::size_t>& used) {
    if (derivation.kind == dsl::Derivation::Kind::Phrase)
        used.insert(static_cast<std::size_t>(derivation.tag));
    for (const dsl::HoleFill& fill : derivation.holes) note_phrases(fill.filler, used);
}

dsl::Span place_of_stop(const ast::TextLine& line, const dsl::Explanation& why) {
    dsl::Span span = ast::part_of(line, why.place.offset, why.place.length);
    span.end = std::min(line.span.end, std::max(span.end, span.begin + 1));
    return span;
}

std::string likely_word(const dsl::Explanation& why) {
    std::string meant;
    for (const dsl::UnknownWord& word : why.unknown) {
        if (word.meant) meant = *word.meant;
    }
    return meant;
}

}  // namespace errata::compiler
