// What makes one entry of a report and what it tells of the others: findings that one edit settles, cards
// that differ in a number, and which findings a selection or an acceptance picks out.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

constexpr const char* market = R"(
kind stall of 2 { card: card, open: bool }
state { coins: 0..9 = 3 }
printed card on stall if this.card = it and this.open { price: 0..9 = 1 }
card Baker, price: 4
  You get coins.
card Smith, price: 2
  You lose coins.
phrase line "You get coins." = { at dusk { coins := min(9, coins + this.card.price) } }
phrase line "You lose coins." = { at dusk { if coins > 3 { coins -= this.card.price } } }
rule "Market" { at dusk { if coins > 4 { coins -= 1 } } }
turn {
    choose by Ann { option "opens" { for each s: stall { s.open := yes } } }
    phase dusk { nothing }
    end "night"
}
setup "both" { for each s: stall { s.card := any } }
)";

TEST(PrintedValues, OfTheCardsInAPlayAreQuotedWhereTheTextSpeaksOfThem) {
    const Ran ran = check_anns_and_bobs(market, {"--verbose", "--only", "order.unowned"});
    EXPECT_TRUE(says(ran, "Baker \"price: 4\"")) << ran.out;
    EXPECT_TRUE(says(ran, "Smith \"price: 2\"")) << ran.out;
}

TEST(Entries, SayWhatOneEditSettlesWithThem) {
    const Ran ran = check_anns_and_bobs(market, {"--only", "order.unowned"});
    EXPECT_TRUE(
        says(ran,
             "Tried: `meta { trigger_order: Ann }`. The finding is gone, and no new problem appears in "
             "plays from there. The same edit removes #"))
        << ran.out;
    EXPECT_FALSE(says(ran, "Still open when this is settled alone")) << ran.out;
}

TEST(Entries, SayThatOneEditSettlesAnotherOnlyWhereItWasTriedFromThere) {
    const Ran ran = check_anns_and_bobs(R"(
state { flag, seen: bool }
action go() { flag := yes }
rule "Storm" { cannot go() if yes }
rule "Song" { when sing() { go() } }
action sing() { nothing }
rule "Pit" { cannot fall() if yes }
rule "Edge" { at dusk if flag { fall() } }
action fall() { seen := no }
turn {
    choose by Ann { option "sings" { sing() } option "waits" { nothing } }
    settle
    phase dusk { nothing }
    end "night"
}
setup "calm" { flag := no }
setup "flagged" { flag := yes seen := yes }
)");
    EXPECT_TRUE(says(ran,
                     "Tried: `meta { precedence: must }`. The finding is gone, and no new problem appears in "
                     "plays from there. The same edit removes"))
        << "it was tried on both" << ran.out;
    EXPECT_TRUE(says(ran,
                     "`cannot go() if yes except to \"Song\"`. The finding is gone, and no new problem "
                     "appears in plays from "
                     "there. "))
        << "from the other setup he falls without a song" << ran.out;
}

TEST(Entries, SayWhatStaysOpenWhenTheyAreSettledAlone) {
    const Ran ran = check_anns_and_bobs(R"(
state { heard, seen: bool }
action go() { heard := yes }
rule "Storm" { cannot go() if yes }
rule "Song" { at dusk { choose by Bob { option "sings" if can go() { go() } } } }
rule "Book" { at dawn { choose by Bob { option "reads" if can go() { go() } } } }
turn {
    choose by Ann { option "waits" { nothing } option "sleeps" { seen := yes } }
    if seen { phase dusk { nothing } } else { phase dawn { nothing } }
    end "night"
}
)");
    EXPECT_TRUE(says(ran, "Still open when this is settled alone: Storm and Song #")) << ran.out;
    EXPECT_FALSE(says(ran, "The same edit removes")) << ran.out;
    EXPECT_FALSE(says(litmus("dusk-and-tithe"), "Still open")) << "there is one alone";
}

constexpr const char* fires = R"(
game "Fires"
player Ann
kind man: Al, Bo { hp: 0..9 = 5, card: card }
printed card on man if this.card = it
card Torch
  At dusk, everybody loses 1 hp.
card Blaze
  At dusk, everybody loses 2 hp.
card Ward
  Nobody is burnt at dusk.
phrase line "At dusk, everybody loses {n: number} hp." = {
    at dusk { for each m: man { burn(m, n) } }
}
phrase line "Nobody is burnt at dusk." = { cannot burn(_, _) }
action burn(m: man, n: number) { m.hp -= n }
turn { phase dusk { nothing } end "night" }
setup "a torch" { Al.card := Torch Bo.card := Ward }
setup "a blaze" { Al.card := Blaze Bo.card := Ward }
)";

TEST(Entries, OfCardsThatDifferInANumberAreOne) {
    const Ran ran = check_spec_text(fires);
    EXPECT_TRUE(says(ran, "The same with: Torch and Ward")) << ran.out;
    EXPECT_TRUE(says(ran, "2 findings in 1 entry")) << ran.out;
}

constexpr const char* stuck =
    "state { n: 0..1 }\nturn { choose by Ann { option \"goes\" if n = 1 { nothing } } }\n";

TEST(Selections, TakeTheHeadlineThatIsPrinted) {
    const Ran all = check_anns_and_bobs(stuck);
    ASSERT_EQ(all.code, 1) << all.out;
    const std::size_t begin = all.out.find("error: ");
    ASSERT_NE(begin, std::string::npos) << all.out;
    const std::string heading = all.out.substr(begin + 7, all.out.find(" deadlock:", begin) - begin - 7);
    const Ran one = check_anns_and_bobs(stuck, {"--only", heading});
    EXPECT_EQ(one.code, 1) << one.out << one.err;
}

TEST(Selections, RefuseWhatNoFindingIsCalled) {
    const Ran digits = check_anns_and_bobs(stuck, {"--only", "deadbeef"});
    EXPECT_EQ(digits.code, 2) << digits.out;
    EXPECT_NE(digits.err.find("no finding has the fingerprint 'deadbeef'"), std::string::npos) << digits.err;
    const Ran title = check_anns_and_bobs(stuck, {"--only", "Nobody Knows This"});
    EXPECT_EQ(title.code, 2) << title.out;
    EXPECT_FALSE(says(title, "no findings")) << title.out;
}

TEST(Selections, ClearNothingThatWasFound) {
    const Ran whole = check_anns_and_bobs(market);
    EXPECT_FALSE(says(whole, "cleared: contradictions, orders")) << whole.out;
    const Ran one = check_anns_and_bobs(market, {"--about", "Nobody"});
    EXPECT_FALSE(says(one, "orders that matter")) << one.out;
}

TEST(Selections, SayThatTheyLeaveOthersOut) {
    const Ran ran = check_anns(
        "state { lit, warm: bool }\nturn { lit := yes choose by Ann { option \"waits\" { nothing } } warm := "
        "yes }\n"
        "check \"it is dark\" always not lit\ncheck \"it is cold\" always not warm\n",
        {"--only", "it is dark"});
    EXPECT_TRUE(says(ran, "1 error (1 asked); 1 more not asked for")) << ran.out;
}

TEST(Acceptances, SayThatAFingerprintIsTooShort) {
    const Ran ran = check_anns_and_bobs(std::string(stuck) + "accept \"ab12\" because \"it is meant so\"\n");
    EXPECT_NE(ran.err.find("'ab12' is too short for a fingerprint"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace errata::tests
