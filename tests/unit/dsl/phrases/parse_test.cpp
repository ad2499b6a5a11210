#include "dsl/phrases/parse.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/unit/dsl/phrases/phrase_book.h"

namespace errata::dsl {
namespace {

using phrase_tests::card_game;
using phrase_tests::PhraseBook;
using Lines = std::vector<std::string>;

TEST(Parse, ReadsTheTexts) {
    struct Row {
        const char* start;
        const char* text;
        Lines readings;
    };
    const Row table[] = {
        {"effect", "Draw a card", {"draw_one"}},
        {"effect", "DRAW TWO CARDS", {"(draw n=2)"}},
        {"effect", "draw 1 card", {"(draw n=1)"}},
        {"effect", "gain 3 life", {"(gain n=3)"}},
        {"effect", "you gains 3 life", {"(gain n=3)"}},
        {"effect", "deal 2 damage to this unit", {"(damage n=2 u=this)"}},
        {"effect", "Deal 2 damage (that cannot be prevented) to this unit (ouch)", {"(damage n=2 u=this)"}},
        {"effect", "orders Bolt of Somersaults on this unit", {"(order s=#10 u=this)"}},
        {"effect", "orders Bolt on this unit", {"(order s=#13 u=this)"}},
        {"effect", "orders Will o' the Wisp on this unit", {"(order s=#11 u=this)"}},
        {"effect", "orders dragon’s lair on this unit", {"(order s=#12 u=this)"}},
        {"effect",
         "destroy target non-elf orc unit",
         {"(destroy u=(choose f=(not t=#1 f=(trait t=#2 f=any))))"}},
        {"filter", "other units you control", {"(other f=(yours f=any))", "(yours f=(other f=any))"}},
        {"text",
         "This unit gets +1 power. Draw a card.",
         {"(also ability=(boost u=this n=1) more=(only ability=(does f=draw_one)))"}},
        {"ability",
         "all orc units get +2 power for each elf unit",
         {"(boost u=(each f=(trait t=#2 f=any)) n=2 v=(trait t=#1 f=any))"}},
        {"text",
         "Forced: when a unit is destroyed, draw a card.",
         {"(only ability=(forced e=(suffers u=(choose f=any)) f=draw_one))"}},
        {"effect", "draw", {}},
        {"effect", "draw a card a card", {}},
        {"effect", "", {}},
        {"text", "Draw a card", {}},
    };
    for (const Row& row : table)
        EXPECT_EQ(card_game().readings(row.text, row.start), row.readings) << row.text;
}

TEST(Parse, KeepsBothGroupingsOfALeftRecursivePhrase) {
    EXPECT_EQ(card_game().readings("draw a card or draw a card and gain 1 life", "effect"),
              (Lines{"(or a=draw_one b=(and a=draw_one b=(gain n=1)))",
                     "(and a=(or a=draw_one b=draw_one) b=(gain n=1))"}));
}

TEST(Parse, CountsTheBracketings) {
    // n operands in a row have Catalan(n - 1) bracketings.
    const std::size_t catalan[] = {1, 1, 2, 5, 14, 42, 132};
    std::string text = "draw a card";
    for (const std::size_t expected : catalan) {
        const Readings readings = card_game().parse(text, "effect").readings(1000);
        EXPECT_EQ(readings.derivations.size(), expected);
        EXPECT_FALSE(readings.capped);
        std::set<std::string> distinct;
        for (const Derivation& derivation : readings.derivations)
            distinct.insert(card_game().show(derivation));
        EXPECT_EQ(distinct.size(), expected);
        text += " and draw a card";
    }
}

TEST(Parse, SaysWhenThereAreMoreReadings) {
    std::string text = "draw a card";
    for (int i = 0; i < 40; ++i) text += " or draw a card";
    const Readings readings = card_game().parse(text, "effect").readings(10);
    EXPECT_EQ(readings.derivations.size(), 10U);
    EXPECT_TRUE(readings.capped);
    const Readings exact =
        card_game().parse("draw a card or draw a card or draw a card", "effect").readings(2);
    EXPECT_EQ(exact.derivations.size(), 2U);
    EXPECT_FALSE(exact.capped);
}

TEST(Parse, KnowsTheTokensOfEachPart) {
    const Parse parse = card_game().parse("deal two damage to target unit", "effect");
    const Readings readings = parse.readings();
    ASSERT_EQ(readings.derivations.size(), 1U);
    const Derivation& damage = readings.derivations[0];
    EXPECT_EQ(damage.begin, 0U);
    EXPECT_EQ(damage.end, 6U);
    ASSERT_NE(damage.hole("n"), nullptr);
    EXPECT_EQ(damage.hole("n")->number, 2);
    EXPECT_EQ(damage.hole("n")->begin, 1U);
    EXPECT_EQ(damage.hole("n")->category, PhraseGrammar::number);
    EXPECT_EQ(damage.hole("u")->begin, 4U);
    EXPECT_EQ(damage.hole("u")->end, 6U);
    EXPECT_EQ(damage.hole("u")->category, card_game().category("unit"));
    EXPECT_EQ(damage.hole("x"), nullptr);
}

TEST(Parse, ANumberWordIsAlsoAWord) {
    const PhraseBook book(
        {{"effect", "one of {n: number}", "literal"}, {"effect", "{n: number} of one", "hole"}});
    EXPECT_EQ(book.readings("one of one", "effect"), (Lines{"(literal n=1)", "(hole n=1)"}));
    EXPECT_EQ(book.readings("1 of one", "effect"), (Lines{"(hole n=1)"}));
}

TEST(Parse, TheSameWordsMayStandForTwoThings) {
    const PhraseBook book({{"x", "elf", "phrase"}}, {{"x", "Elf", 1}, {"x", "elf", 2}});
    EXPECT_EQ(book.readings("elf", "x"), (Lines{"phrase", "#1", "#2"}));
}

TEST(Parse, DoesNotFollowUnitCycles) {
    const PhraseBook book({{"a", "{b}", "wrap_b"},
                           {"a", "x", "x"},
                           {"b", "{c}", "wrap_c"},
                           {"b", "y", "y"},
                           {"c", "{a}", "wrap_a"},
                           {"s", "{a} {b}", "pair"},
                           {"d", "{d}", "self"},
                           {"d", "z", "z"}});
    EXPECT_EQ(book.readings("x", "a"), (Lines{"x"}));
    EXPECT_EQ(book.readings("x", "b"), (Lines{"(wrap_c c=(wrap_a a=x))"}));
    EXPECT_EQ(book.readings("x", "c"), (Lines{"(wrap_a a=x)"}));
    EXPECT_EQ(book.readings("y x", "s"), (Lines{"(pair a=(wrap_b b=y) b=(wrap_c c=(wrap_a a=x)))"}));
    EXPECT_EQ(book.readings("z", "d"), (Lines{"z"}));
}

TEST(Parse, AReadingDoesNotDependOnWhichCategoryWasAskedFirst) {
    // Both members of a cycle are reached from outside it, over the same word.
    const PhraseBook book({{"s", "{a}", "by_a"},
                           {"s", "{b}", "by_b"},
                           {"a", "{b}", "ab"},
                           {"b", "{a}", "ba"},
                           {"a", "x", "x"}});
    EXPECT_EQ(book.readings("x", "s"), (Lines{"(by_a a=x)", "(by_b b=(ba a=x))"}));
}

TEST(Parse, AFullMeshOfUnitCyclesEnds) {
    std::vector<phrase_tests::PhraseRow> rows;
    for (int i = 0; i < 14; ++i) {
        for (int j = 0; j < 14; ++j)
            rows.push_back({"c" + std::to_string(i), "{c" + std::to_string(j) + "}", "wrap"});
    }
    rows.push_back({"c0", "x", "x"});
    const PhraseBook book(rows);
    const Readings readings = book.parse("x", "c1").readings(5);
    ASSERT_FALSE(readings.derivations.empty());
    EXPECT_EQ(book.show(readings.derivations.front()), "(wrap c0=x)");
    EXPECT_TRUE(readings.capped);
}

TEST(Parse, ALongTextTakesItemsInProportion) {
    const auto items_for = [](int sentences) {
        std::string text;
        for (int i = 0; i < sentences; ++i) text += "Deal 2 damage to target orc unit. ";
        EXPECT_EQ(card_game().parse(text, "text").readings().derivations.size(), 1U);
        std::vector<std::uint32_t> terminals;
        for (const Token& token : tokenise(text).tokens)
            terminals.push_back(terminal_of(card_game().grammar(), token));
        return build_chart(card_game().grammar().table(), terminals, card_game().category("text"),
                           Lookahead::Exact)
            .items.size();
    };
    const std::size_t short_text = items_for(20);
    const std::size_t long_text = items_for(200);
    EXPECT_LE(long_text, 10 * short_text + 100);
}

TEST(Parse, GivesUpOnTextsBeyondItsLimits) {
    std::string endless;
    for (std::size_t i = 0; i <= max_tokens; ++i) endless += "unit ";
    const Parse too_long = card_game().parse(endless, "filter");
    EXPECT_FALSE(too_long.matched());
    EXPECT_EQ(too_long.explain().message, "this text is too long: at most 2000 words are read");
    EXPECT_TRUE(too_long.readings().derivations.empty());

    std::string tangled = "unit";
    for (std::size_t i = 0; i < 600; ++i) tangled += " or unit";
    const Parse too_many = card_game().parse(tangled, "filter");
    EXPECT_FALSE(too_many.matched());
    EXPECT_EQ(too_many.explain().message,
              "this text can be read in too many ways; break it into shorter lines");
}

TEST(Parse, ALongChainOfNestedPhrasesIsRead) {
    std::string text;
    for (std::size_t i = 0; i + 1 < max_tokens; ++i) text += "other ";
    const Readings readings = card_game().parse(text + "unit", "filter").readings();
    ASSERT_EQ(readings.derivations.size(), 1U);
    std::size_t depth = 0;
    for (const Derivation* d = &readings.derivations[0]; d != nullptr; d = d->hole("f")) ++depth;
    EXPECT_EQ(depth, max_tokens);
}

}  // namespace
}  // namespace errata::dsl
