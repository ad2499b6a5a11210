#include "dsl/phrases/explain.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/dsl/phrases/phrase_book.h"

namespace errata::dsl {
namespace {

using phrase_tests::card_game;

std::string explain(const char* start, const char* text) { return card_game().explanation(text, start); }

TEST(Explain, AWordIsMissing) {
    EXPECT_EQ(
        explain("text", "Deal 2 damage each unit."),
        "cannot read 'each' here: expected 'to'\n"
        "the nearest phrase is effect \"deal {n: number} damage to {u: unit}\", which goes on with 'to'\n"
        "to read it as it stands, add: phrase effect \"deal {n: number} damage each unit\" = …");
}

TEST(Explain, AWordIsMisspelt) {
    EXPECT_EQ(
        explain("text", "Deal 2 damgae to target unit."),
        "cannot read 'damgae' here: expected 'damage'\n"
        "'damgae' is not a word of these rules; did you mean 'damage'?\n"
        "the nearest phrase is effect \"deal {n: number} damage to {u: unit}\", which goes on with 'damage'\n"
        "to read it as it stands, add: phrase effect \"deal {n: number} damgae to target unit\" = …");
    EXPECT_EQ(explain("effect", "dael 2 damage to target unit"),
              "cannot read 'dael' here: expected an effect\n"
              "'dael' is not a word of these rules; did you mean 'deal'?\n"
              "the nearest phrase is effect \"deal {n: number} damage to {u: unit}\"\n"
              "to read it as it stands, add: phrase effect \"dael {n: number} damage to target unit\" = …");
}

TEST(Explain, APhraseIsMissing) {
    EXPECT_EQ(explain("text", "Forced: when this unit leaves play, frobnicate 2 minions."),
              "cannot read 'frobnicate' here: expected an effect\n"
              "'frobnicate' is not a word of these rules\n"
              "'minions' is not a word of these rules\n"
              "the nearest phrase is ability \"forced: when {e: event}, {f: effect}\", which goes on with an "
              "effect\n"
              "to read it as it stands, add: phrase effect \"frobnicate {n: number} minions\" = …");
    EXPECT_EQ(explain("text", "Frobnicate Will o' the Wisp +2/+2 twice."),
              "cannot read 'Frobnicate' here: expected an ability\n"
              "'Frobnicate' is not a word of these rules\n"
              "'/' occurs in no phrase\n"
              "'twice' is not a word of these rules\n"
              "to read it as it stands, add: phrase ability \"frobnicate {s: spell} +{n: number}/+{n2: "
              "number} twice\" = …");
    EXPECT_EQ(explain("effect", "destroy target unit frobnicate 2 times"),
              "cannot read 'frobnicate' here: expected 'or', 'and', 'you', 'with' or the end of the text\n"
              "'frobnicate' is not a word of these rules\n"
              "'times' is not a word of these rules\n"
              "to read it as it stands, add: phrase effect \"{a: effect} frobnicate {n: number} times\" = …");
    EXPECT_EQ(explain("text", "Draw a card. Again so."),
              "cannot read 'Again' here: expected an ability or the end of the text\n"
              "'Again' is not a word of these rules; did you mean 'gain'?\n"
              "'so' is not a word of these rules\n"
              "the nearest phrase is text \"{ability}. {more: text}\", which goes on with a text\n"
              "to read it as it stands, add: phrase ability \"again so\" = …");
}

TEST(Explain, ANameIsUnknown) {
    EXPECT_EQ(explain("effect", "orders Bolt of Summersaults on this unit"),
              "cannot read 'Summersaults' here: expected 'somersaults'\n"
              "'Summersaults' is not a word of these rules; did you mean 'somersaults'?\n"
              "the nearest phrase is spell \"Bolt of Somersaults\", which goes on with 'somersaults'");
    EXPECT_EQ(explain("effect", "orders Wasteland on this unit"),
              "cannot read 'Wasteland' here: expected a spell\n"
              "'Wasteland' is not a word of these rules\n"
              "the nearest phrase is effect \"orders {s: spell} on {u: unit}\", which goes on with a spell");
}

TEST(Explain, TheTextEndsTooEarlyOrTooLate) {
    EXPECT_EQ(explain("effect", ""), "the text is empty: expected an effect");
    EXPECT_EQ(explain("text", "Draw a card"), "the text ends too early: expected '.', 'or' or 'and'");
    EXPECT_EQ(
        explain("effect", "deal 2 damage"),
        "the text ends too early: expected 'to'\n"
        "the nearest phrase is effect \"deal {n: number} damage to {u: unit}\", which goes on with 'to'\n"
        "to read it as it stands, add: phrase effect \"deal {n: number} damage\" = …");
    EXPECT_EQ(explain("trait", "elf elf"), "cannot read 'elf' here: expected the end of the text");
}

TEST(Explain, LongListsAreCounted) {
    std::vector<phrase_tests::PhraseRow> rows;
    for (char c = 'a'; c <= 'j'; ++c) rows.push_back({"move", std::string("go ") + c, std::string(1, c)});
    const phrase_tests::PhraseBook book(rows);
    EXPECT_EQ(book.parse("go home", "move").explain().message,
              "cannot read 'home' here: expected 'a', 'b', 'c', 'd', 'e', 'f' or 4 others");
}

TEST(Explain, PointsAtTheText) {
    const Explanation middle = card_game().parse("Draw (really) two  crads.", "text").explain();
    EXPECT_EQ(middle.place.offset, 19U);
    EXPECT_EQ(middle.place.length, 5U);
    ASSERT_EQ(middle.unknown.size(), 1U);
    EXPECT_EQ(middle.unknown[0].written, "crads");
    const Explanation end = card_game().parse("Draw two ", "effect").explain();
    EXPECT_EQ(end.place.offset, 8U);
    EXPECT_EQ(end.place.length, 0U);
}

// The stub is what it says: with that phrase the text is read.
TEST(Explain, TheStubMendsTheText) {
    const std::pair<const char*, const char*> table[] = {
        {"text", "Deal 2 damage each unit."},
        {"text", "Forced: when this unit leaves play, frobnicate 2 minions."},
        {"text", "Frobnicate Will o' the Wisp +2/+2 twice."},
        {"text", "Draw a card. Then say \"boo\". Draw a card."},
        {"effect", "destroy target unit frobnicate 2 times"},
        {"effect", "deal 2 damage"},
        {"effect", "burn 3x the non-elf's Bolt"},
    };
    for (const auto& [start, text] : table) {
        const std::string stub = card_game().parse(text, start).explain().stub;
        const std::size_t open = stub.find('"');
        const std::size_t close = stub.rfind('"');
        ASSERT_LT(open, close) << text;
        std::string phrase;
        for (std::size_t i = open + 1; i < close; ++i) {
            if (stub[i] != '\\') phrase += stub[i];
        }
        const std::string category = stub.substr(7, open - 8);
        std::vector<phrase_tests::PhraseRow> rows = card_game().rows();
        rows.push_back({category, phrase, "new"});
        const phrase_tests::PhraseBook mended(
            rows, {{"trait", "elf", 1}, {"spell", "Bolt", 1}, {"spell", "Will o' the Wisp", 2}});
        EXPECT_TRUE(mended.parse(text, start).matched()) << text << "\n" << stub;
    }
}

}  // namespace
}  // namespace errata::dsl
