// What a screen looked at, as text.
#include "reports/render/screened.h"
#include "checker/fact_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace errata::tests {
namespace {

using checker::ItemUse;
using checker::Screened;
using testing::HasSubstr;
using testing::Not;
using namespace errata::reports;

Screened of_pairs(std::size_t items) {
    Screened screened;
    screened.sets = {{"the square", "card", 1, 2, items, 0, {}, true},
                     {"the square", "card", 2, 2, 30, 1, {}, true}};
    screened.totals = {{"card", 1, items, 0}, {"card", 2, 30, 1}};
    screened.sets[1].shown = {
        {{"Bell", "Echo"}, {{checker::FactKind::FullAt, {"agenda", std::size_t{4}, std::size_t{8}}}}}};
    for (std::size_t i = 0; i < items; ++i)
        screened.items.push_back({"Card" + std::to_string(i), "card", std::nullopt, {}, true, false, ""});
    return screened;
}

TEST(Screened, SaysWhatWasSeenToTheEnd) {
    const std::string text = screened_text(of_pairs(3), reports::Language::English);
    EXPECT_THAT(text, HasSubstr("on 1 table, plays of 2 turns: single cards 3 of 3, pairs 29 of 30"));
    EXPECT_THAT(text, HasSubstr("Bell + Echo (agenda is full at 4: --scope agenda=8)"));
}

TEST(Screened, CountsASetOnceWhereverItWasLaidOut) {
    Screened screened = of_pairs(3);
    screened.sets.push_back({"the cellar", "card", 2, 2, 30, 1, {}, true});
    EXPECT_THAT(sets_sentence(screened),
                testing::StrEq("on 2 tables, plays of 2 turns: single cards 3 of 3, pairs 29 of 30 seen to "
                               "the end"));
}

TEST(Screened, NamesTheCardsToLookAt) {
    Screened screened = of_pairs(4);
    screened.items[0].is_playable = false;
    screened.items[0].miss = "price 9, mana never above 5";
    screened.items[1].acts_with = {"Card1", "Card3"};
    screened.items[2].acts_unseen = true;
    screened.items[3].acts_with = {"Card3"};
    const std::string text = playability_text(screened);
    EXPECT_THAT(text, HasSubstr("Card0: play never brings it into effect. price 9, mana never above 5"));
    EXPECT_THAT(text, HasSubstr("Card1: does something only in company, for example with Card3"));
    EXPECT_THAT(text, Not(HasSubstr("Card2"))) << "not all states were asked whether it matters";
    EXPECT_THAT(text, Not(HasSubstr("Card3:")));
}

TEST(Screened, NamesWhatIsNeverPlayedByItsKind) {
    Screened screened = of_pairs(4);
    screened.items[2].is_playable = false;
    for (std::size_t i = 0; i < 12; ++i)
        screened.items.push_back({"Breed" + std::to_string(i), "breed", false, {}, true, false, ""});
    screened.items.push_back({"Shrine", "relic", false, {}, true, false, ""});
    EXPECT_EQ(
        never_played_sentence(screened),
        "1 card never comes into effect: Card2; 12 breeds never come into effect: Breed0, Breed1, Breed2, "
        "Breed3, ...; 1 relic never comes into effect: Shrine");
}

TEST(Screened, WhatAnOpenSetMayChangeIsNotDecided) {
    Screened screened = of_pairs(4);
    for (checker::ItemUse& item : screened.items) item.acts_with = {item.name};
    screened.items[0].is_playable = false;
    screened.items[0].smallest_open = 2;
    screened.items[1].acts_with = {"Card1", "Card3"};
    screened.items[1].smallest_open = 2;
    EXPECT_THAT(playability_text(screened), HasSubstr("Card0: play never brings it into effect"));
    EXPECT_THAT(playability_text(screened), HasSubstr("Card1: does something only in company"));
    screened.items[0].play_is_open = true;
    screened.items[1].smallest_open = 1;
    EXPECT_THAT(playability_text(screened),
                HasSubstr("Card0: play was not seen to bring it into effect: not all sets"));
    EXPECT_THAT(playability_text(screened), HasSubstr("Card1: what it does is not decided"));
}

TEST(Screened, WhereNearlyAllDoNothingTheTablesAreNamed) {
    const std::string many = playability_text(of_pairs(20));
    EXPECT_THAT(many, HasSubstr("20 of 20 cards (Card0, Card1, Card2, Card3, Card4, ...) do"));
    EXPECT_THAT(many, HasSubstr("do nothing in any set: the tables lack"));
    EXPECT_THAT(playability_text(of_pairs(5)), HasSubstr("Card4: its text does nothing in any set"));
}

}  // namespace
}  // namespace errata::tests
