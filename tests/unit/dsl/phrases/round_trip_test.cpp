// Texts written by the grammar itself: whatever derivation is drawn, its text must have that derivation among
// its readings, in every wording.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dsl/phrases/print.h"
#include "tests/unit/dsl/phrases/phrase_book.h"

namespace errata::dsl {
namespace {

using phrase_tests::PhraseBook;

// What a drawn text says, in the notation of PhraseBook::show, beside the text.
struct Drawn {
    std::string text;
    std::string meaning;
};

class TextMaker {
public:
    TextMaker(const PhraseBook& book, std::vector<phrase_tests::PhraseRow> rows, std::uint32_t seed)
        : grammar_(book.grammar()), rows_(std::move(rows)), random_(seed) {}

    Drawn draw(CategoryId category, int depth) {
        if (category == PhraseGrammar::number) {
            const std::string digits = std::to_string(below(12));
            return {digits, digits};
        }
        const std::vector<std::uint32_t> choices = productions_of(category, depth > 4);
        const std::uint32_t production = choices[below(choices.size())];
        const PhraseSource& source = grammar_.source_of(production);
        Drawn result;
        std::string holes;
        for (const WordingPart& part : grammar_.wording_of(production).parts) {
            if (!result.text.empty() && !part.glued) result.text += std::string(1 + below(2), ' ');
            if (!part.is_hole) {
                result.text += part.text;
                continue;
            }
            const Drawn filler = draw(*grammar_.find_category(part.category), depth + 1);
            result.text += filler.text;
            holes += " " + part.text + "=" + filler.meaning;
        }
        if (source.kind == PhraseSource::Kind::Word) {
            result.meaning = "#" + std::to_string(source.tag);
        } else {
            const std::string& name = rows_[static_cast<std::size_t>(source.tag)].name;
            result.meaning = holes.empty() ? name : "(" + name + holes + ")";
        }
        return result;
    }

private:
    std::size_t below(std::size_t limit) { return random_() % limit; }

    // When deep, only those with the fewest holes.
    std::vector<std::uint32_t> productions_of(CategoryId category, bool deep) const {
        std::vector<std::pair<std::ptrdiff_t, std::uint32_t>> all;
        for (const PhraseSource& source : grammar_.sources()) {
            if (source.category != category) continue;
            for (std::uint32_t i = 0; i < source.production_count; ++i) {
                const std::uint32_t production = source.first_production + i;
                const auto& parts = grammar_.wording_of(production).parts;
                all.emplace_back(
                    std::count_if(parts.begin(), parts.end(), [](const auto& part) { return part.is_hole; }),
                    production);
            }
        }
        const auto fewest = std::min_element(all.begin(), all.end())->first;
        std::vector<std::uint32_t> result;
        for (const auto& [holes, production] : all) {
            if (!deep || holes == fewest) result.push_back(production);
        }
        return result;
    }

    const PhraseGrammar& grammar_;
    std::vector<phrase_tests::PhraseRow> rows_;
    std::mt19937 random_;
};

bool contains(const std::vector<std::string>& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

// Tells any two readings of one text apart, also those that differ only in which words belong to what.
std::string signature(const Derivation& derivation) {
    std::string text = std::to_string(derivation.production) + "@" + std::to_string(derivation.begin) + "-" +
                       std::to_string(derivation.end) + "(";
    for (const HoleFill& fill : derivation.holes) text += fill.name + "=" + signature(fill.filler) + " ";
    return text + ")";
}

// True if the text was checked; false if it has more readings than it is worth to look through.
bool check_text(const PhraseBook& book, const Drawn& drawn, CategoryId start) {
    const std::string& name = book.grammar().category_name(start);
    const Readings readings = book.parse(drawn.text, name).readings(3000);
    if (readings.capped) return false;
    std::vector<std::string> meanings;
    std::set<std::string> signatures;
    for (const Derivation& derivation : readings.derivations) {
        meanings.push_back(book.show(derivation));
        signatures.insert(signature(derivation));
    }
    EXPECT_EQ(signatures.size(), readings.derivations.size()) << drawn.text;
    EXPECT_TRUE(contains(meanings, drawn.meaning)) << drawn.text << "\n" << drawn.meaning;
    return true;
}

TEST(RoundTrip, EveryDrawnTextIsReadAsDrawn) {
    const PhraseBook& book = phrase_tests::card_game();
    TextMaker maker(book, book.rows(), 20'260'101);
    int checked = 0;
    for (int round = 0; round < 3000; ++round) {
        const CategoryId start = book.category(round % 2 == 0 ? "text" : "effect");
        if (check_text(book, maker.draw(start, 0), start)) ++checked;
    }
    EXPECT_GT(checked, 2500);
}

// A grammar drawn at random over few words, so that phrases collide in every way.
PhraseBook random_book(std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<phrase_tests::PhraseRow> rows;
    const std::vector<std::string> words{"x", "y", "[z]", "(x|y z)", "+{n: number}"};
    for (int category = 0; category < 3; ++category) {
        const std::string name(1, static_cast<char>('a' + category));
        rows.push_back({name, "w" + name, "leaf" + std::to_string(rows.size())});
        for (int i = 0; i < 3; ++i) {
            std::string text = i == 0 ? "x" : "";
            for (std::size_t part = 0; part < 1 + random() % 3; ++part) {
                const bool hole = random() % 2 == 0;
                const std::string other(1, static_cast<char>('a' + random() % 3));
                const std::string piece =
                    hole ? "{h" + std::to_string(part) + ": " + other + "}" : words[random() % words.size()];
                text += " " + piece;
            }
            const ExpandedTemplate expanded = expand_template(text);
            if (expanded.errors.empty()) rows.push_back({name, text, "p" + std::to_string(rows.size())});
        }
    }
    return PhraseBook(rows);
}

bool has_cycle(const PhraseGrammar& grammar) {
    for (std::uint32_t category = 0; category < grammar.table().categories(); ++category) {
        if (grammar.table().is_cyclic(category)) return true;
    }
    return false;
}

TEST(RoundTrip, HoldsForRandomGrammars) {
    int checked = 0;
    for (std::uint32_t seed = 1; seed <= 150; ++seed) {
        const PhraseBook book = random_book(seed);
        if (has_cycle(book.grammar())) continue;
        TextMaker maker(book, book.rows(), seed);
        for (int round = 0; round < 20; ++round) {
            const Drawn drawn = maker.draw(book.category("a"), 0);
            if (drawn.text.size() < 60 && check_text(book, drawn, book.category("a"))) ++checked;
        }
    }
    EXPECT_GT(checked, 1000);
}

TEST(Print, BracketsWhereReadingsGroupDifferently) {
    const PhraseBook book({{"e", "{a: e} and {b: e}", "and"},
                           {"e", "{a: e} or {b: e}", "or"},
                           {"e", "draw a card", "draw"},
                           {"e", "heal", "heal"},
                           {"e", "rest", "rest"}});
    const std::string text = "Draw a card and heal or rest";
    const Readings readings = book.parse(text, "e").readings();
    ASSERT_EQ(readings.derivations.size(), 2U);
    const std::vector<Token> tokens = tokenise(text).tokens;
    EXPECT_EQ(bracketed(tokens, readings.derivations[0], readings.derivations),
              "Draw a card and [heal or rest]");
    EXPECT_EQ(bracketed(tokens, readings.derivations[1], readings.derivations),
              "[Draw a card and heal] or rest");
    EXPECT_EQ(bracketed(tokens, readings.derivations[0], {readings.derivations[0]}), text);
    EXPECT_EQ(outline(book.grammar(), readings.derivations[0]),
              "e \"{a: e} and {b: e}\"\n  a: e \"draw a card\"\n  b: e \"{a: e} or {b: e}\"\n"
              "    a: e \"heal\"\n    b: e \"rest\"\n");
    EXPECT_NE(structure(readings.derivations[0]), structure(readings.derivations[1]));
}

}  // namespace
}  // namespace errata::dsl
