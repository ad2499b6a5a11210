// What a finding says of a question that the rules leave open, of a value that is missing and of a value
// outside its range: who asks, who speaks of it, what they lack, and why a reference is `none`.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

constexpr const char* rites = R"(
kind seat: first, second, third { card: card  up: bool = yes }
printed card on seat if this.card = it and this.up { price: 0..12 }
card "Rite Master", price: 4
  Prices are 1 less.
card Mend, price: 1
  Mend mends.
card Idol, price: 2
state { mana: 0..9 = 5, mended: bool }
derived cost(s: seat): 0..12 = s.card.price
phrase line "Prices are 1 less." = { cost(s) -= 1 if s != this }
phrase line "Mend mends." = { whenever mended and this.up { this.up := no } }
turn {
    choose by Ann {
        option "casts {s}" for s: seat with s.up and cost(s) <= mana { mended := yes }
        option "passes" { nothing }
    }
    if mended { end "mended" }
}
setup "three" {
    first.card := any
    second.card := any
    third.card := Mend
}
)";

TEST(MissingValues, NameTheQuestionAndWhatMadeThemSo) {
    const Ran ran = check_anns(rites);
    EXPECT_TRUE(says(ran, "⟦IsOutsideRange: price of Mend - 2, -1, 0..12⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "Rite Master \"Prices are 1 less.\"")) << ran.out;
    EXPECT_TRUE(says(ran, "At the start: first.card = Rite Master, second.card = Rite Master")) << ran.out;
    EXPECT_TRUE(says(ran, "Nothing was found about 2 others: Mend, Idol.")) << ran.out;
    EXPECT_FALSE(says(ran, "Idol \"")) << ran.out;
}

TEST(MissingValues, NameWhoIsNone) {
    const Ran ran = check_anns(R"(
kind knight: Bors, Kay { squire: knight?  brave: bool }
turn {
    choose by Ann {
        option "praises {k}" for k: knight with k.squire.brave { end "praised" }
        option "ends" { end "over" }
    }
}
)");
    EXPECT_TRUE(says(ran, "⟦IsNone: Bors.squire, , brave⟧")) << ran.out;
}

TEST(Ranges, ThatAreLeftNameTheValue) {
    const Ran ran = check_anns("state { noise: 0..4 = 3 }\nturn { noise += 2 }\n");
    EXPECT_TRUE(says(ran, "⟦WouldLeaveRange: noise, 5, 0..4⟧")) << ran.out;
}

TEST(Ranges, ThatAreLeftNameTheValueAlsoWhereTheGameEndsAtOnce) {
    const Ran ran = litmus("score-track");
    EXPECT_TRUE(says(ran, "⟦WouldLeaveRange: score, 4, 0..3⟧")) << ran.out;
}

TEST(Gaps, SayWhatIsNoneInWhatAnEffectDoes) {
    const Ran ran = litmus("fallen-guard");
    EXPECT_TRUE(says(ran, "unit1.owner is none by then, and its hand is asked for")) << ran.out;
    EXPECT_FALSE(says(ran, "default no")) << ran.out;
}

constexpr const char* even_duel = R"(
game "Duel"
player Ann
kind fighter: Kay, Lot { might: 0..5, lives: bool = yes }
open wins(f: fighter)
define other(f: fighter): fighter = if f = Kay then Lot else Kay
rule "Might" [A-1] { wins(f) if f.might > other(f).might }
rule "Weakness" { not wins(f) if f.might < other(f).might }
turn {
    phase fight { choose f: fighter by Ann "sends {f}" { if not wins(f) { f.lives := no } } }
    end "over"
}
setup "even" { Kay.might := 3 Lot.might := 3 }
)";

TEST(Gaps, SayWhatEachThatSpeaksOfTheQuestionLacks) {
    const Ran ran = check_spec_text(even_duel, {"--only", "gap.undefined"});
    EXPECT_TRUE(says(ran,
                     "⟦NotCovered: Might (\"wins(f) if f.might > "
                     "other(f).might\") lacks Lot.might < Kay.might (Lot.might is 3"))
        << ran.out;
    EXPECT_TRUE(
        says(ran, "Weakness (\"not wins(f) if f.might < other(f).might\") lacks Kay.might < Lot.might"))
        << ran.out;
}

constexpr const char* declare = R"(
game "Declare"
player Ann, Bob
state { said: player?, pot: 0..9 = 4 }
kind purse: P1 { coins: 0..9 }
relation taken(p: player): bool
action win(p: player?) { taken(p) := yes }
turn {
    phase declare { choose by Ann { option "says high" { said := Ann } option "is silent" { nothing } } }
    phase showdown {
        win(said)
        pot := 0
    }
    end "over"
}
)";

TEST(Gaps, NameWhoPerformsTheAction) {
    const Ran ran = check_spec_text(declare);
    EXPECT_TRUE(says(ran, "told.rules:10 showdown \"phase showdown { win(said) pot := 0 }\"")) << ran.out;
    EXPECT_TRUE(says(ran, "it follows where win and showdown meet")) << ran.out;
}

const std::string watch = R"(
game "Watch"
player Ann
enum hour: dawn, noon, night
state { asleep, robbed: bool, gold: 0..9 = 3 }
open watched(h: hour)
open spared()
rule "Day watch" { watched(h) if h = dawn }
rule "Night watch" { watched(h) if h = noon }
rule "Lazy watch" { not watched(h) if h = noon }
rule "Mercy" { spared() if gold < 2 }
action rob() { if not watched(noon) { robbed := yes } }
card Thief
  At dusk, rob whoever is not spared.
kind man: Bo { card: card }
printed card on man if this.card = it
phrase line "At dusk, rob whoever is not spared." = { at dusk if robbed { if not spared() { gold -= 1 } } }
turn { phase day { rob() } phase dusk { nothing } end "night" }
setup "a town" { Bo.card := Thief }
)";

TEST(Gaps, NameWhoAsksAndQuoteWhoSaysSomethingElse) {
    const std::string gap =
        between(check_spec_text(watch, {"--about", "Thief"}).out, "gap.undefined: ", "Smallest game");
    const std::string named = between(gap, "⟦OtherAnswerOther⟧", " where ");
    EXPECT_NE(named.find("Thief"), std::string::npos) << gap;
    EXPECT_EQ(named.find("Mercy"), std::string::npos) << gap;
    EXPECT_NE(between(gap, " where ", " rob ").find("Mercy"), std::string::npos) << gap;
}

TEST(Gaps, NameBothWhoDisagreeOnTheWayThereAndCallOneNeeded) {
    const Ran ran = check_spec_text(watch);
    EXPECT_TRUE(says(ran, "watched: no (Night watch and Lazy watch say different things)")) << ran.out;
    const std::string gap = between(ran.out, "gap.undefined: ", "Smallest game");
    const std::string named = between(gap, "⟦OtherAnswerOther⟧", " where ");
    EXPECT_NE(named.find("Lazy watch"), std::string::npos) << "it says no, as the play has it" << gap;
    EXPECT_EQ(named.find("Night watch"), std::string::npos) << "without it the answer is no, too" << gap;
    EXPECT_EQ(gap.find("Day watch"), std::string::npos) << "it speaks of another hour" << gap;
}

TEST(Gaps, InWhatIsAddedUpSayBothSides) {
    const Ran ran = litmus("even-match");
    EXPECT_TRUE(says(ran, "lacks sum over duellist (1) < Ox.strength (1)")) << ran.out;
}

constexpr const char* ford = R"(
kind walker: Ox, Cat { wet: bool, heavy: bool }
state { at_ford: walker?, weather: 0..3, seen: 0..2 }
open swims(w: walker)
rule "Light ones" { swims(w) if not w.heavy }
rule "Current" { cannot cross(w) if not swims(w) }
rule "Bridge" { cannot cross(w) if seen > 1 }
action cross(w: walker) { w.wet := yes }
turn {
    phase morning {
        choose by Ann {
            option "crosses with {w}" for w: walker with can cross(w) { cross(w) }
            option "waits" { nothing }
        }
    }
    end "evening"
}
setup "an ox" { Ox.heavy := yes weather := 2 }
)";

TEST(Questions, NameTheProhibitionThatAsks) {
    const Ran ran = check_anns_and_bobs(ford, {"--only", "gap.undefined"});
    EXPECT_TRUE(says(ran, "⟦WhatIsAsked: swims(Ox), asked by Current (\"cannot cross(w) if not swims(w)\")"))
        << ran.out;
    EXPECT_FALSE(says(ran, "asked by morning")) << ran.out;
}

TEST(Questions, SayWhoAsks) {
    const Ran ran = litmus("even-match");
    EXPECT_TRUE(says(ran, "⟦WhatIsAsked: outcome(Ox), asked by fight⟧")) << ran.out;
}

constexpr const char* gate = R"(
player Ann
kind walker: Ida, Jon { across: bool }
open may_pass(w: walker)
rule "Ladies first" { may_pass(w) if w = Ida }
rule "Shut at night" { not may_pass(_) }
turn {
    choose by Ann {
        option "sends {w} through" for w: walker with may_pass(w) { w.across := yes }
        option "waits" { nothing }
    }
    end "night"
}
)";

TEST(Questions, OfAnOptionSayWhatCanBeChosen) {
    const Ran ran = check_game(gate);
    EXPECT_TRUE(says(ran, "⟦WhatIsAsked: may_pass(Ida), asked by the turn⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "may_pass: no: \"sends Ida through\" this cannot be chosen")) << ran.out;
}

constexpr const char* squire = R"(
zone place: field, grave
kind knight: Brand { at: place }
kind squire: Wat { lord: knight?, coins: 0..3 }
action fall(k: knight) { k.at := grave }
turn {
    choose by Ann { option "strikes" { fall(Brand) } }
    choose by Bob { option "watches" { nothing } }
    if Wat.lord.at = field { Wat.coins += 1 }
    end "evening"
}
setup "a squire" { Wat.lord := Brand }
)";

TEST(Lives, ThatHaveEndedAreTheReasonWhyAReferenceIsNone) {
    const Ran ran = check_anns_and_bobs(squire, {"--only", "gap.undefined"});
    EXPECT_TRUE(says(ran, "⟦LifeEnds⟧")) << ran.out;
    const std::string unset =
        std::string(squire).replace(std::string(squire).find("fall(Brand)"), 11, "Wat.lord := none");
    EXPECT_FALSE(says(check_anns_and_bobs(unset, {"--only", "gap.undefined"}), "⟦LifeEnds⟧"))
        << "there it was set";
}

constexpr const char* blow = R"(
zone place: field, grave
kind soldier of 2 { at: place, life: 0..2 = 2 }
state { target: soldier? }
action fall(k: soldier) { k.at := grave }
action aim() { nothing }
rule "Blow" { when aim() given g = target { g.life -= 1 } }
turn {
    aim()
    choose by Ann {
        option "waits" { nothing }
        option "kills {s}" for s: soldier with s.at = field { fall(s) }
    }
    settle
    end "evening"
}
)";

TEST(Lives, HaveNotEndedOfWhatWasNeverHeld) {
    const Ran ran = check_anns_and_bobs(blow, {"--only", "gap.undefined"});
    EXPECT_TRUE(says(ran, "g is none, and something is asked of it")) << ran.out;
    EXPECT_FALSE(says(ran, "⟦LifeEnds⟧")) << ran.out;
}

// What changes a number that nobody reads has no part in it.
TEST(Gaps, AreNamedWithoutWhoOnlyCounts) {
    const Ran ran = check_anns(R"(
enum place: hand, grave
kind copy: c1, c2 { at: place = hand }
state { bells: 0..1 }
rule "Bog" { at dusk { choose c: copy with c.at = hand by Ann "discards {c}" { c.at := grave } } }
rule "Bell" { at dawn { bells := 1 - bells } }
turn {
    phase dawn { nothing }
    phase dusk { nothing }
}
)");
    EXPECT_TRUE(says(ran, "gap.no-option")) << ran.out;
    EXPECT_TRUE(says(ran, "Nothing was found about 1 other: Bell.")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
