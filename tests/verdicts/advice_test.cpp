// What a report says about how to settle a finding: the advice that fits, the edits that were tried, and
// what comes of each.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

TEST(Advice, SpeaksOfWhatThereIs) {
    EXPECT_TRUE(
        says(litmus_unexpected("carousel"), "carousel.rules:17 count something in which these differ"));
    const std::string rounds = "let each round of the `repeat` bring what it waits for nearer";
    EXPECT_TRUE(says(litmus_unexpected("grinding-mill"), rounds));
    EXPECT_TRUE(says(litmus_unexpected("slippery-ring"), rounds));
    EXPECT_FALSE(says(litmus_unexpected("angry-letters"), rounds))
        << "there the round is one of what is set off";
}

TEST(Advice, TriesADefaultAndAPlayerWhoOrders) {
    EXPECT_TRUE(says(litmus_unexpected("even-siege"),
                     "Tried: `default no` where 'survives' is declared. The finding is gone"));
    EXPECT_TRUE(says(litmus_unexpected("dusk-and-tithe"),
                     "Tried: `meta { trigger_order: Ann }` in the place of `trigger_order: unstated` in "
                     "line 8. The finding is gone, and no new problem appears."));
    EXPECT_TRUE(
        says(litmus_unexpected("lost-key"), "Errata cannot suggest a fix that it could try on this one."));
}

constexpr const char* tower = R"(
kind monk: Abel, Bruno { card: card, fed: 0..2 }
printed card on monk if this.card = it
card Novice
  When the bell rings, eat.
card Abbot
  When a monk eats twice, praise.
card Hermit
  When the bell rings, eat.
phrase line "When the bell rings, eat." = { when ring() { eat(this) } }
phrase line "When a monk eats twice, praise." = { when eat(m) if m.fed = 2 { praise() } }
state { praised: bool, n: 0..3 }
action ring() { nothing }
action eat(m: monk) { m.fed += 1 }
action praise() { praised := yes }
rule "Fast" { cannot eat(m) if n = 0 }
rule "Larder" { as eat(m) { n += 1 } }
turn {
    phase morning { ring() }
    phase noon { n += 1 ring() }
    phase eve { if praised { end "feast" } end "night" }
}
setup "s" { Abel.card := Novice Bruno.card := Abbot }
)";

constexpr const char* quote_sign = R"(
kind plank: Ash, Birch { card: card  worn: bool  on: bool = yes }
printed card on plank if this.card = it and this.on
card "12\" Wall"
  When worn, break.
card Fence
  The worn never break.
phrase line "When worn, break." = { when wear(x) { snap(x) } }
phrase line "The worn never break." = { cannot snap(x) if x.worn }
action wear(x: plank) { x.worn := yes }
action snap(x: plank) { x.on := no }
setup "both" { Ash.card := "12\" Wall" Birch.card := Fence }
turn {
    choose by Ann {
        option "wears {x}" for x: plank with x.on and not x.worn { wear(x) }
        option "waits" { nothing }
    }
    settle
}
)";

TEST(Advice, SpellsNamesAsTheyHaveToBeWritten) {
    const Ran ran = check_anns_and_bobs(quote_sign);
    EXPECT_TRUE(says(ran, R"(Tried: for Fence to win, `except to "12\" Wall"` in Fence)")) << ran.out;
}

TEST(Advice, SaysWhatIsNeverReachedThen) {
    const Ran ran = check_anns_and_bobs(tower);
    EXPECT_TRUE(says(ran,
                     "Tried: `meta { precedence: cannot }`. The finding is gone, but then: Abbot: \"When a "
                     "monk eats twice, "
                     "praise.\" is never used; feast is never reached (eve and Fast)."))
        << ran.out;
}

TEST(Settle, AsksForAPlayerWhereThereIsNone) {
    const Ran ran = litmus_unexpected("falling-walls");
    EXPECT_TRUE(says(ran, "Fix: declare a player who orders them (`player P`")) << ran.out;
    EXPECT_FALSE(says(ran, "such as")) << ran.out;
}

TEST(Settle, OfAValueOutsideItsRangeSpeaksOfTheRange) {
    const Ran ran = litmus_unexpected("worn-shield");
    EXPECT_TRUE(says(ran, "Fix: widen the range")) << ran.out;
    EXPECT_FALSE(says(ran, "is not none")) << ran.out;
}

TEST(Settle, NamesNoLimitWhereNothingCanBeLimited) {
    EXPECT_FALSE(says(litmus_unexpected("healed-in-camp"), "`limit 1 per turn`"));
    EXPECT_TRUE(says(litmus_unexpected("wind-chimes"), "`limit 1 per turn`"));
}

TEST(Settle, NamesADefaultOfTheTypeOfTheValue) {
    const Ran ran = check_game(R"(
player Ann, Bob
state { first: player = Ann  points: 0..1 }
open winner(): player
rule "Points" { winner() = Ann if points > 0 }
turn { first := winner()  end "night" }
)");
    EXPECT_TRUE(says(ran, "`default Ann`, or another value")) << ran.out;
    EXPECT_TRUE(says(litmus_unexpected("even-match"), "a default where it is declared")) << ran.out;
}

TEST(Settle, SaysWhereAChoiceByNobodyIsWritten) {
    const Ran ran = check_game(R"(
player Ann
kind knight: Ida, Jon { down: bool }
turn {
    choose k: knight by nobody "{k} falls" { k.down := yes }
    end "night"
}
)");
    EXPECT_TRUE(says(ran, "told.rules:6 whose choice it is")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
