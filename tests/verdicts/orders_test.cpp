// What a finding says of an order that matters: who decides it, who acts in which outcome, and what is the
// course of the game and no finding.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

TEST(Orders, OfSeveralPlayersSayWhatTriggerOrderLeavesOpen) {
    const Ran ran = check_text("mourners.rules", R"(game "Mourners"
player Ann, Bob
kind beast: Ape, Bat { owner: player  gone: bool }
state { last: player? }
action perish(b: beast) { b.gone := yes }
meta { trigger_order: b.owner }
rule "Mourning" { when perish(b) { last := b.owner } }
turn { simultaneously { perish(Ape)  perish(Bat) }  settle  end "done" }
setup "two" { Bat.owner := Bob }
)");
    EXPECT_TRUE(says(ran, "⟦BothWait: ⟦NotOnesToOrder⟧⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "Between two replacements")) << ran.out;
}

TEST(Orders, OfWhatWaitsAreAPlayersWhereTheGameSaysSo) {
    const Ran ran = check_anns(R"(
state { last: 0..9 }
meta { trigger_order: Ann }
rule "Loan" { at dawn { later at dusk { last := 1 } } }
rule "Debt" { at dawn { later at dusk { last := 2 } } }
turn { phase dawn { nothing } phase dusk { nothing } end "night" }
)");
    EXPECT_TRUE(finds(ran, "order.chosen")) << ran.out;
    EXPECT_FALSE(finds(ran, "order.unowned")) << ran.out;
}

TEST(Orders, OfWhatIsChosenAreNotNobodys) {
    const Ran ran = check_anns_and_bobs(R"(
kind knight: Kay, Lot { tired: bool }
state { n: 0..3 }
turn {
    phase day { choose exactly 2 k: knight by Ann "assigns {k}" { n += 1 if n = 1 { k.tired := yes } } }
    end "over"
}
)");
    EXPECT_TRUE(says(ran, "assigns Lot (in this order:")) << ran.out;
    EXPECT_FALSE(says(ran, "nobody decides:")) << ran.out;
}

// The second rule comes into question once the first has acted: what it does then is no "first".
TEST(Orders, SayWhatHadHadItsTurn) {
    const Ran ran = check_anns_and_bobs(R"(
kind tile: T1 { owned: bool }
state { hits: 0..3 }
rule "Claim" { as take(t) { t.owned := yes } }
rule "Tax" { as take(t) if t.owned { hits += 1 } }
action take(t: tile) { nothing }
turn { phase day { secretly { choose by Ann { option "takes" { take(T1) } } } end "over" } }
)");
    EXPECT_TRUE(says(ran, "Tax next only here acts Tax")) << ran.out;
    EXPECT_TRUE(says(ran, "those left had their turn before, and did nothing hits = 0")) << ran.out;
}

constexpr const char* bells = R"(
state { rung: 0..9, first: 0..2 }
action ring() { rung += 1 }
rule "Bell" { at dusk { if first = 0 { first := 1 ring() } } }
rule "Gong" { at dusk { if first = 0 { first := 2 } } }
rule "Echo" { when ring() { rung += 1 } }
turn { phase dusk { nothing } first := 0 if rung > 5 { end "deaf" } }
)";

TEST(Orders, NameWhoActsInOneOutcomeAlone) {
    const Ran ran = check_anns_and_bobs(bells, {"--only", "order.unowned", "--verbose"});
    EXPECT_TRUE(says(ran, "Bell acts first only here acts Echo")) << ran.out;
    EXPECT_TRUE(says(ran, "Echo \"when ring() { rung += 1 }\"")) << ran.out;
}

TEST(Orders, NameWhatTheyNeedToMatter) {
    const Ran brood = litmus("brood");
    EXPECT_TRUE(says(brood, "it follows where dawn and Song meet")) << brood.out;
}

constexpr const char* auction = R"(
state { bid: 0..2, bidder: player = Ann, passed: 0..2 }
define other(p: player): player = if p = Ann then Bob else Ann
turn {
    repeat while passed < 2 {
        choose by bidder {
            option "bids" for n: 1..2 with n > bid { bid := n passed := 0 }
            option "passes" { passed += 1 }
        }
        bidder := other(bidder)
    }
    end "sold"
}
)";

TEST(Orders, OfPlayersWhoPickInTurnAreTheCourseOfTheGame) {
    EXPECT_FALSE(finds(check_anns_and_bobs(auction), "order.chosen")) << check_anns_and_bobs(auction).out;
}

TEST(Replacements, OfWhichSomebodyMayChooseTheFirstSayWho) {
    EXPECT_TRUE(
        says(litmus_unexpected("mint-and-press"), "or `affected.owner`, whose thing the event is about"));
}

TEST(SecretChoices, AreAllShown) {
    const Ran ran = litmus("last-pear");
    EXPECT_TRUE(says(ran, "3 Bob reaches out (left open; here Ann's")) << ran.out;
    EXPECT_TRUE(says(ran, "Ann and Bob could have chosen otherwise on the way there.")) << ran.out;
}

// Each has one thing to do: nobody could have done otherwise.
TEST(Orders, OfSecretDecisionsWithOneOptionAreNobodysChoice) {
    const Ran ran = check_anns_and_bobs(R"(
kind player of 2 { pears: 0..1 }
state { basket: 0..1 = 1 }
action eat(p: player) { if basket > 0 { basket -= 1 p.pears += 1 } }
turn {
    secretly {
        choose by Ann { option "reaches out" { eat(Ann) } }
        choose by Bob { option "reaches out" { eat(Bob) } }
    }
    end "full"
}
)");
    EXPECT_TRUE(says(ran, "order.unowned")) << ran.out;
    EXPECT_FALSE(says(ran, "could have chosen otherwise")) << ran.out;
}

// A third one may have come before both.
TEST(Orders, OfTwoBesideAThirdSayWhichComesBeforeWhich) {
    constexpr const char* carts = R"(
state { total: 0..99 }
action go() { nothing }
rule "One" { when go() { total := 2 * total + 1 } }
rule "Two" { when go() { total := 2 * total + 2 } }
)";
    constexpr const char* turn = R"(
turn {
    go()
    settle
    end "all gone"
}
)";
    const Ran two = check_anns(std::string(carts) + turn);
    EXPECT_TRUE(says(two, "One acts first")) << two.out;
    const Ran three =
        check_anns(std::string(carts) + "rule \"Four\" { when go() { total := 2 * total + 4 } }" + turn);
    EXPECT_TRUE(says(three, "One acts before ")) << three.out;
    EXPECT_FALSE(says(three, " acts first")) << three.out;
}

}  // namespace
}  // namespace errata::tests
