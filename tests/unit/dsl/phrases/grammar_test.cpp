#include "dsl/phrases/grammar.h"
#include "dsl/phrases/overlaps.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/dsl/phrases/phrase_book.h"

namespace errata::dsl {
namespace {

std::vector<std::string> shown(const std::vector<TemplateError>& errors) {
    std::vector<std::string> all;
    for (const TemplateError& error : errors)
        all.push_back(std::to_string(error.offset) + ": " + error.message);
    return all;
}
using Lines = std::vector<std::string>;

TEST(PhraseGrammar, RefusesWhatItCannotUse) {
    PhraseGrammar grammar;
    const CategoryId effect = grammar.add_category("effect");
    EXPECT_EQ(grammar.add_category("effect"), effect);
    EXPECT_EQ(grammar.find_category("effects"), std::nullopt);
    EXPECT_EQ(shown(grammar.add(effect, "do {e: efect} and {z: zone}", 1)),
              (Lines{"3: there is no category 'efect'", "18: there is no category 'zone'"}));
    EXPECT_EQ(shown(grammar.add(effect, "do {", 1)), (Lines{"3: this '{' is never closed"}));
    EXPECT_EQ(shown(grammar.add(PhraseGrammar::number, "many", 1)),
              (Lines{"0: the category 'number' is built in and takes no phrases"}));
    EXPECT_EQ(shown(grammar.add_word(PhraseGrammar::number, "many", 1)),
              (Lines{"0: the category 'number' is built in and takes no names"}));
    EXPECT_EQ(shown(grammar.add_word(effect, "", 1)), (Lines{"0: the name is empty"}));
    EXPECT_EQ(shown(grammar.add_word(effect, "Bog (big)", 1)), (Lines{"4: a name cannot have parentheses"}));
    EXPECT_TRUE(grammar.sources().empty());
}

TEST(PhraseGrammar, FindsTemplatesWithTheSameWords) {
    const phrase_tests::PhraseBook book({{"unit", "a minion", "x"},
                                         {"effect", "kill {u: unit}", "a"},
                                         {"effect", "(slay|kill) {v: unit}", "b"},
                                         {"effect", "Kill  {w: unit}", "c"},
                                         {"effect", "kill {n: number}", "d"},
                                         {"other", "kill {u: unit}", "e"}},
                                        {{"unit", "A Minion", 1}});
    Lines overlaps;
    for (const Overlap& overlap : overlapping_templates(book.grammar())) {
        overlaps.push_back(std::to_string(overlap.first) + "-" + std::to_string(overlap.second) +
                           (overlap.identical ? " =" : ""));
    }
    EXPECT_EQ(overlaps, (Lines{"0-6 =", "1-2", "1-3 =", "2-3"}));
    EXPECT_TRUE(overlapping_templates(phrase_tests::card_game().grammar()).empty());
}

TEST(PhraseGrammar, ACategoryWithoutPhrasesReadsNothing) {
    PhraseGrammar grammar;
    const CategoryId empty = grammar.add_category("empty");
    const CategoryId effect = grammar.add_category("effect");
    EXPECT_TRUE(grammar.add(effect, "{e: empty} or else", 1).empty());
    grammar.seal();
    EXPECT_FALSE(parse(grammar, tokenise("x or else").tokens, effect).matched());
    EXPECT_FALSE(parse(grammar, {}, empty).matched());
}

}  // namespace
}  // namespace errata::dsl
