#include "compiler/read/set_aside.h"

#include "compiler/read/sentences.h"
#include "dsl/ast/text_line.h"

namespace errata::compiler {

namespace {

std::string nearest_template(const Names& names, const dsl::Explanation& why) {
    return why.nearest ? names.texts.grammar.sources()[why.nearest->source].text : "";
}

}  // namespace

std::optional<SetAside> set_aside(const Names& names, const Card& card, dsl::KeptReadings& kept,
                                  std::set<std::size_t>& used_phrases) {
    SetAside result{card.item->title, card.item->name, {}};
    std::set<std::size_t> used;
    for (const ast::TextLine& line : card.item->contents.lines) {
        if (line.is_rule) continue;
        for (const Sentence& sentence : sentences_of(names, card, line, kept)) {
            if (sentence.readings) {
                for (const dsl::Derivation& derivation : sentence.readings->derivations)
                    note_phrases(derivation, used);
            }
            if (!sentence.why) continue;
            const dsl::Explanation& why = *sentence.why;
            result.lines.push_back({sentence.line.text, place_of_stop(sentence.line, why), why.message,
                                    likely_word(why), why.wording, why.stub, why.stub_ends_it,
                                    nearest_template(names, why)});
        }
    }
    if (result.lines.empty()) return std::nullopt;
    used_phrases.merge(used);
    return result;
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
