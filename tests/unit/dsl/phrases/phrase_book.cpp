#include "tests/unit/dsl/phrases/phrase_book.h"

#include <utility>

#include "dsl/base/check.h"

namespace errata::dsl::phrase_tests {

PhraseBook::PhraseBook(std::vector<PhraseRow> phrases, const std::vector<WordRow>& words)
    : phrases_(std::move(phrases)) {
    for (const PhraseRow& row : phrases_) grammar_.add_category(row.category);
    for (const WordRow& row : words) grammar_.add_category(row.category);
    for (std::size_t i = 0; i < phrases_.size(); ++i) {
        ERRATA_CHECK(
            grammar_.add(category(phrases_[i].category), phrases_[i].text, static_cast<int>(i)).empty());
    }
    for (const WordRow& row : words) {
        ERRATA_CHECK(grammar_.add_word(category(row.category), row.written, row.payload).empty());
    }
    grammar_.seal();
}

CategoryId PhraseBook::category(std::string_view name) const { return grammar_.find_category(name).value(); }

Parse PhraseBook::parse(std::string_view text, std::string_view start) const {
    return dsl::parse(grammar_, tokenise(text).tokens, category(start));
}

std::string PhraseBook::show(const Derivation& derivation) const {
    if (derivation.kind == Derivation::Kind::Number) return std::to_string(derivation.number);
    if (derivation.kind == Derivation::Kind::Word) return "#" + std::to_string(derivation.tag);
    const std::string& name = phrases_[static_cast<std::size_t>(derivation.tag)].name;
    if (derivation.holes.empty()) return name;
    std::string text = "(" + name;
    for (const HoleFill& fill : derivation.holes) text += " " + fill.name + "=" + show(fill.filler);
    return text + ")";
}

std::vector<std::string> PhraseBook::readings(std::string_view text, std::string_view start,
                                              std::size_t cap) const {
    std::vector<std::string> shown;
    for (const Derivation& derivation : parse(text, start).readings(cap).derivations)
        shown.push_back(show(derivation));
    return shown;
}

std::string PhraseBook::explanation(std::string_view text, std::string_view start) const {
    const Explanation explanation = parse(text, start).explain();
    std::string lines = explanation.message;
    for (const std::string& note : explanation.notes) lines += "\n" + note;
    return lines;
}

const PhraseBook& card_game() {
    static const PhraseBook book(
        {
            {"text", "{ability}.", "only"},
            {"text", "{ability}. {more: text}", "also"},
            {"ability", "forced: when {e: event}, {f: effect}", "forced"},
            {"ability", "action: {f: effect}", "action"},
            {"ability", "{f: effect}", "does"},
            {"ability", "{u: unit} (gets|get) +{n: number} power [for each {v: filter}]", "boost"},
            {"event", "{u: unit} (enters|leaves) play", "moves"},
            {"event", "{u: unit} is (destroyed|corrupted)", "suffers"},
            {"effect", "deal {n: number} damage to {u: unit}", "damage"},
            {"effect", "destroy {u: unit}", "destroy"},
            {"effect", "draw {n: number} card[s]", "draw"},
            {"effect", "draw a card", "draw_one"},
            {"effect", "[you] (gain|gains) {n: number} life", "gain"},
            {"effect", "return {u: unit} to its owner's hand", "bounce"},
            {"effect", "orders {s: spell} on {u: unit}", "order"},
            {"effect", "{a: effect} or {b: effect}", "or"},
            {"effect", "{a: effect} and {b: effect}", "and"},
            {"unit", "this unit", "this"},
            {"unit", "(a|an|target) {f: filter}", "choose"},
            {"unit", "(each|all) {f: filter}", "each"},
            {"filter", "unit[s]", "any"},
            {"filter", "other {f: filter}", "other"},
            {"filter", "non-{t: trait} {f: filter}", "not"},
            {"filter", "{t: trait} {f: filter}", "trait"},
            {"filter", "{f: filter} you control", "yours"},
            {"filter", "{f: filter} with power {n: number} or less", "weak"},
            {"filter", "{f: filter} or {g: filter}", "either"},
        },
        {
            {"trait", "elf", 1},
            {"trait", "orc", 2},
            {"spell", "Bolt of Somersaults", 10},
            {"spell", "Will o' the Wisp", 11},
            {"spell", "Dragon's Lair", 12},
            {"spell", "Bolt", 13},
        });
    return book;
}

}  // namespace errata::dsl::phrase_tests
