// What the grammar takes at a place of a file that is being written. `|` marks the place.
#include "dsl/wanted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace errata::dsl {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

WantedAt wanted(std::string text) {
    const std::size_t place = text.find('|');
    text.erase(place, 1);
    return wanted_at(text, static_cast<std::uint32_t>(place));
}

TEST(Wanted, AtTheMarginItemsBegin) {
    const WantedAt at = wanted("game \"G\"\n|");
    EXPECT_EQ(at.place, WantedPlace::Margin);
    EXPECT_THAT(at.wanted.words, Contains("scenario"));
    EXPECT_THAT(at.wanted.words, Not(Contains("when")));
}

TEST(Wanted, AHalfWrittenWordBeginsWhereItBegins) {
    const WantedAt at = wanted("check \"c\" alw|");
    EXPECT_EQ(at.word_begin, std::string("check \"c\" ").size());
    EXPECT_THAT(at.wanted.words, ElementsAre("always", "eventually", "never", "possible", "reachable",
                                             "terminates", "unique"));
}

TEST(Wanted, PartsThatMayFollowAreThere) {
    const auto words = wanted("rule \"r\" { when die(m) | }").wanted.words;
    for (const char* const word : {"if", "given", "targeting", "limit", "looking"})
        EXPECT_TRUE(words.contains(word) || words.contains(std::string(word) + " back")) << word;
    EXPECT_THAT(words, Not(Contains("cost")));
}

TEST(Wanted, WhatStandsBehindThePlaceDoesNotCount) {
    const auto before = wanted("turn { | }").wanted.words;
    EXPECT_EQ(wanted("turn { | this is ( no language").wanted.words, before);
    EXPECT_THAT(before, Contains("choose"));
    EXPECT_THAT(before, Contains("settle"));
}

TEST(Wanted, WhereAValueStandsNamesAndExpressionsAreWanted) {
    const WantedAt at = wanted("turn { x := |");
    EXPECT_FALSE(at.wanted.sorts.empty());
    EXPECT_THAT(at.wanted.words, Contains("number of"));
    EXPECT_THAT(at.wanted.words, Not(Contains("choose")));
}

TEST(Wanted, TextOfCardsHasNoGrammar) {
    const WantedAt at = wanted("card Elf\n  When this en|ters");
    EXPECT_EQ(at.place, WantedPlace::Text);
    EXPECT_EQ(at.line_begin, std::string("card Elf\n  ").size());
    EXPECT_EQ(wanted("card Elf, cost: |").place, WantedPlace::Inside);
}

TEST(Wanted, AMeaningBelowATextHas) {
    const WantedAt at = wanted("card Elf\n  It enters.\n    = when enter(this) { | }\n");
    EXPECT_EQ(at.place, WantedPlace::Inside);
    EXPECT_THAT(at.wanted.words, Contains("let"));
    EXPECT_EQ(wanted("card Elf\n  It enters.\n    = when enter(this) { }\n  |And").place, WantedPlace::Text);
    EXPECT_EQ(wanted("card Elf\n  It enters.\n    = when enter(this) {\n        |\n    }\n").place,
              WantedPlace::Inside);
}

TEST(Wanted, CommentsAndQuotesHoldNothing) {
    for (const char* const text : {"-- so |", "turn { x := 1 -- so |\n}", "rule \"so |\" { }"}) {
        EXPECT_THAT(wanted(text).wanted.words, IsEmpty()) << text;
        EXPECT_TRUE(wanted(text).place == WantedPlace::Nowhere || wanted(text).place == WantedPlace::Quotes);
    }
}

TEST(Wanted, AnyPlaceOfAnyTextHasAnAnswer) {
    const std::string text =
        "\n  stray\ncard\n = {{\"\n\"}\xc3\xa9 phrase line \"x\" = { ( [ \x01 -- \n= when\n";
    for (std::uint32_t i = 0; i <= text.size(); ++i) wanted_at(text, i);
}

}  // namespace
}  // namespace errata::dsl
