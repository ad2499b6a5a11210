#include "dsl/phrases/token.h"

#include <gtest/gtest.h>

#include <string>

namespace errata::dsl {
namespace {

std::string words(std::string_view text) {
    std::string shown;
    for (const Token& token : tokenise(text).tokens) {
        if (!shown.empty()) shown += ' ';
        shown += token.word;
        if (token.number) shown += "=" + std::to_string(*token.number);
    }
    return shown;
}

TEST(Token, CutsByTheRulesOfTheHeader) {
    const std::pair<const char*, const char*> table[] = {
        {"Deal 2 damage.", "deal 2=2 damage ."},
        {"two ELVES, one orc", "two=2 elves , one=1 orc"},
        {"ten eleven 11", "ten=10 eleven=11 11=11"},
        {"gets +1/-1", "gets + 1=1 / - 1=1"},
        {"non-elf face-up", "non - elf face - up"},
        {"can't won’t", "can't won't"},
        {"its owner's turn", "its owner 's turn"},
        {"players' hands", "players ' hands"},
        {"Will o' the Wisp", "will o ' the wisp"},
        {"the unit'S o'clock", "the unit 's o'clock"},
        {"'s", "'s"},
        {"2x 1st v2", "2=2 x 1=1 st v 2=2"},
        {"“Bog” − 1—2", "\" bog \" - 1=1 - 2=2"},
        {"Ärger ÜBER été", "ärger über été"},
        {"ŁÓDŹ Тролль", "łódź тролль"},
        {"tap → 2×3", "tap → 2=2 × 3=3"},
        {"a\xC2\xA0"
         "b\tc\nd",
         "a b c d"},
        {"", ""},
        {" \n ", ""},
        {"1234567890123456789", "1234567890123456789"},
        {"123456789012345678", "123456789012345678=123456789012345678"},
        {"0", "0=0"},
    };
    for (const auto& [text, expected] : table) EXPECT_EQ(words(text), expected) << text;
}

TEST(Token, KnowsItsPlaceAndItsWriting) {
    const auto tokens = tokenise("  Deal Two’s").tokens;
    ASSERT_EQ(tokens.size(), 3U);
    EXPECT_EQ(tokens[1].written, "Two");
    EXPECT_EQ(tokens[1].offset, 7U);
    EXPECT_EQ(tokens[2].written, "’s");
    EXPECT_EQ(tokens[2].word, "'s");
    EXPECT_EQ(tokens[2].length, 4U);
}

TEST(Token, LeavesReminderTextOut) {
    const TokenisedText text = tokenise("Flight (it may pass (almost) anything). Draw (now)");
    EXPECT_EQ(words("Flight (it may pass (almost) anything). Draw (now)"), "flight . draw");
    ASSERT_EQ(text.reminders.size(), 2U);
    EXPECT_EQ(text.reminders[0].offset, 7U);
    EXPECT_EQ(text.reminders[0].length, 31U);
    EXPECT_EQ(text.reminders[1].offset, 45U);
}

TEST(Token, AnOpenParenthesisIsNoReminder) {
    EXPECT_EQ(words("draw (a card"), "draw ( a card");
    EXPECT_EQ(words("draw) a"), "draw ) a");
    EXPECT_EQ(words(std::string(100'000, '(')).size(), 199'999U);
}

TEST(Token, SurvivesBrokenUtf8) {
    for (const char* broken : {"\xE2", "\xE2\x80", "a\xFF", "\xC3", "x\xC3"}) {
        EXPECT_EQ(tokenise(broken).tokens.empty(), false) << broken;
    }
}

}  // namespace
}  // namespace errata::dsl
