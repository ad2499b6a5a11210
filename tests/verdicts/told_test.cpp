// What a report says beside its findings: what was not cleared and why, and how near play comes to what it
// never comes to.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told.rules", "game \"Told\"\nplayer Ann\n" + text, switches);
}

constexpr const char* rats = R"(
kind rat of 4 { old: bool }
turn {
    choose by Ann {
        option "calls one" { create r: rat { r.old := yes } }
        option "stops" { end "over" }
    }
}
)";

TEST(NotCleared, NamesTheQuestionsAndTheLimit) {
    const Ran ran = check(rats, {"--engine", "explicit"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(says(ran, "told.rules: not cleared: ")) << ran.out;
    EXPECT_TRUE(says(ran, "endless loops")) << ran.out;
    EXPECT_TRUE(says(ran, "(rat is full at 4: --scope rat=8)")) << ran.out;
    EXPECT_FALSE(says(ran, "no findings")) << ran.out;
}

TEST(NotCleared, SaysNothingWhereEverythingIsDecided) {
    const Ran ran = check("state { dry: bool }\nturn { dry := not dry if dry { end \"dry\" } }\n");
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_TRUE(says(ran, "told.rules: no findings")) << ran.out;
    EXPECT_FALSE(says(ran, "not cleared")) << ran.out;
}

TEST(NotCleared, StandsBesideFindings) {
    const Ran ran = check(std::string(rats) + "check \"no old ones\" always no r: rat with r.old\n",
                          {"--engine", "explicit"});
    EXPECT_TRUE(says(ran, "told.rules: 1 error; not cleared: ")) << ran.out;
}

constexpr const char* shop = R"(
enum place: hand, table
state { coins: 0..5 }
kind unit: first, second { card: card  at: place }
printed card on unit if this.card = it and this.at = table { price: 0..9 }
card Giant, price: 3
  When this enters, take a coin.
card Dwarf, price: 1
  When this enters, take a coin.
action enter(u: unit) { u.at := table }
phrase line "When this enters, take a coin." = { when enter(this) { coins := min(2, coins + 1) } }
turn {
    coins := min(2, coins + 1)
    choose by Ann {
        option "plays {u}" for u: unit with u.at = hand and u.card.price <= coins {
            coins -= u.card.price
            enter(u)
        }
        option "passes" { nothing }
    }
}
rule "Rich" {
    whenever coins > 4 { coins := 0 }
    ending "rich" if coins >= 5
}
setup "both" {
    first.card := Giant
    second.card := Dwarf
}
)";

TEST(NearMiss, OfACardNamesTheOptionThatIsNeverPossible) {
    const Ran ran = check(shop);
    EXPECT_TRUE(says(ran, "The nearest position lacks first.at = table.")) << ran.out;
    EXPECT_TRUE(says(ran,
                     "\"plays first\" is never possible, for want of price of Giant <= coins (price of "
                     "Giant is 3; coins is 2, never above 2)."))
        << ran.out;
}

TEST(NearMiss, OfAnEndingAndAStateCheckNamesTheNumberAndHowFarItGoes) {
    const Ran ran = check(shop);
    EXPECT_TRUE(says(ran, "lacks coins >= 5 (coins is 2, never above 2).")) << ran.out;
    EXPECT_TRUE(says(ran, "lacks coins > 4 (coins is 2, never above 2).")) << ran.out;
}

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

TEST(Blame, OfAValueThatIsMissingNamesTheQuestionAndWhatMadeItSo) {
    const Ran ran = check(rites);
    EXPECT_TRUE(says(ran, "Here price of Mend - 2 is -1, which is not among 0..12.")) << ran.out;
    EXPECT_TRUE(says(ran, "Rite Master \"Prices are 1 less.\"")) << ran.out;
    EXPECT_TRUE(says(ran, "At the start: first.card = Rite Master, second.card = Rite Master")) << ran.out;
    EXPECT_TRUE(says(ran, "Nothing was found about 2 others: Mend, Idol.")) << ran.out;
    EXPECT_FALSE(says(ran, "Idol \"")) << ran.out;
}

TEST(Blame, OfNoneNamesWhoIsNone) {
    const Ran ran = check(R"(
kind knight: Bors, Kay { squire: knight?  brave: bool }
turn {
    choose by Ann {
        option "praises {k}" for k: knight with k.squire.brave { end "praised" }
        option "ends" { end "over" }
    }
}
)");
    EXPECT_TRUE(says(ran, "Here Bors.squire is none, and its brave is asked for.")) << ran.out;
}

TEST(Blame, OfARangeThatIsLeftNamesTheValue) {
    const Ran ran = check("state { noise: 0..4 = 3 }\nturn { noise += 2 }\n");
    EXPECT_TRUE(says(ran, "Here noise would be 5, which is not among 0..4.")) << ran.out;
}

TEST(Blame, OfChangesThatExcludeEachOtherNamesThoseTwo) {
    const Ran ran = check(R"(
enum wind: still, north, south
kind seat: first, second, third { card: card }
printed card on seat if this.card = it
card Boreas
  It blows north.
card Notos
  It blows south.
card Halcyon
  It is calm.
state { wind: wind, calm: bool, dusk: bool }
phrase line "It blows north." = { whenever dusk and wind != north { wind := north } }
phrase line "It blows south." = { whenever dusk and wind != south { wind := south } }
phrase line "It is calm." = { whenever dusk and not calm { calm := yes } }
turn { dusk := yes settle dusk := no end "night" }
setup "three" { first.card := Boreas second.card := Notos third.card := Halcyon }
)");
    const std::size_t from = ran.out.find("contradiction.set-set: ");
    const std::string finding = ran.out.substr(from, ran.out.find("Smallest game", from) - from);
    EXPECT_NE(finding.find("Boreas"), std::string::npos) << finding;
    EXPECT_NE(finding.find("Notos"), std::string::npos) << finding;
    EXPECT_EQ(finding.find("Halcyon"), std::string::npos) << finding;
}

// What nobody decides, and what comes of it.
std::string shining(const std::string& turn) {
    return "state { late: bool, lit: bool }\n"
           "open shines(t: 0..1)\n"
           "action light() { lit := yes }\n"
           "action spark() { nothing }\n"
           "rule \"Sparks\" { when spark() { light() } }\n"
           "turn { " +
           turn + " }\n";
}

TEST(Ways, ThatNobodyCanTellApartAreANote) {
    const Ran ran = check(shining("if shines(0) { nothing } end \"night\""));
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_TRUE(says(ran, "note: Shines or not?")) << ran.out;
    EXPECT_TRUE(says(ran, "Whichever way it goes, play comes to the same here.")) << ran.out;
    EXPECT_TRUE(says(ran, "nobody would see a difference")) << ran.out;
    EXPECT_FALSE(says(ran, "shines: yes")) << "no outcomes that are equal: " << ran.out;
}

// Some thousands of places, and the same at each of them.
TEST(Ways, ThatNobodyCanTellApartAtManyPlacesAreANote) {
    const Ran ran = check(
        "state { hour: 0..2500 }\nopen shines()\n"
        "turn { if shines() { nothing } if hour = 2500 { end \"night\" } hour += 1 }\n");
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_TRUE(says(ran, "nobody would see a difference")) << ran.out;
}

TEST(Ways, ThatPartInThisStepAreAnError) {
    const Ran ran = check(shining("if shines(0) { light() } end \"night\""));
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "error: Shines or not?")) << ran.out;
    EXPECT_TRUE(says(ran, "shines: yes lit: no → yes")) << ran.out;
}

TEST(Ways, ThatPartOnlyAtALaterPlaceAreShownThere) {
    const Ran ran =
        check(shining("if late and shines(0) { light() } if not late and shines(1) { nothing } "
                      "if late { end \"night\" } late := yes"));
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "lit: no → yes")) << ran.out;
}

TEST(Ways, ThatPartBehindTheStepArePlayedOn) {
    const Ran ran = check(shining("if shines(0) { spark() } settle end \"night\""));
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "in the end lit = yes")) << ran.out;
    EXPECT_TRUE(says(ran, "in the end lit = no")) << ran.out;
}

// The use of a limit is seen by nobody and matters later: the ways are not alike.
TEST(Ways, ThatDifferInWhatNobodySeesYetStayAnError) {
    const Ran ran = check(
        "state { late: bool, lit: bool }\n"
        "open shines()\n"
        "action ring() { nothing }\n"
        "rule \"Bell\" { when ring() limit 1 per turn { if late { lit := yes } } }\n"
        "turn { if shines() { ring() } settle "
        "choose by Ann { option \"waits\" { nothing } } "
        "late := yes ring() settle end \"night\" }\n");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "error: Shines or not?")) << ran.out;
    EXPECT_TRUE(says(ran, "Where the ways part is not decided here.")) << ran.out;
}

TEST(Claims, AreQuotedWhole) {
    const Ran ran = check(
        "state { noise: 0..9 }\nturn { noise := min(9, noise + 1) }\n"
        "check \"quiet\" always noise < 3 or noise = 20 or noise = 30 or noise = 40 or "
        "noise = 50 or noise = 60 or noise = 70 or noise = 80 or noise = 90 or noise = 91\n");
    EXPECT_TRUE(says(ran, "or noise = 91")) << ran.out;
}

constexpr const char* dusk = R"(
kind thing: Imp, Meek { card: card?  out: bool }
state { bites: 0..3 }
printed card on thing if this.card = it and not mute(this)
derived mute(t: thing): bool = no
card Meekness
  The imp is mute.
card Biter
  At dusk, bite.
phrase line "The imp is mute." = { mute(Imp) := yes if this.out }
phrase line "At dusk, bite." = { at dusk { bites += 1 } }
turn {
    choose t: thing with t = Meek and not t.out by Ann "plays {t}" {
        t.out := yes
    } otherwise {
        phase dusk { nothing }
        end "done"
    }
}
setup "both" { Imp.card := Biter  Meek.card := Meekness }
)";

TEST(WhyNot, DoesNotSayThatAPhaseNeverBegins) {
    const Ran plain = check(dusk);
    EXPECT_TRUE(says(plain, "The nearest position lacks mute(Imp) = no.")) << plain.out;
    std::string layered = dusk;
    const std::string declared = "mute(t: thing): bool";
    layered.replace(layered.find(declared), declared.size(), declared + " layer 6");
    const Ran ran = check(layered);
    EXPECT_TRUE(says(ran, "Wherever its event happens, it is not in effect, or its condition does not hold."))
        << ran.out;
    EXPECT_FALSE(says(ran, "never happens")) << ran.out;
}

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
    EXPECT_TRUE(says(ran, "by `trigger_order` they are not one player's to order")) << ran.out;
    EXPECT_FALSE(says(ran, "Between two replacements")) << ran.out;
}

TEST(Orders, OfWhatWaitsAreAPlayersWhereTheGameSaysSo) {
    const Ran ran = check(R"(
state { last: 0..9 }
meta { trigger_order: Ann }
rule "Loan" { at dawn { later at dusk { last := 1 } } }
rule "Debt" { at dawn { later at dusk { last := 2 } } }
turn { phase dawn { nothing } phase dusk { nothing } end "night" }
)");
    EXPECT_TRUE(says(ran, "order.chosen")) << ran.out;
    EXPECT_FALSE(says(ran, "order.unowned")) << ran.out;
}

TEST(Boards, AreLookedForInAllStates) {
    const Ran ran = check_text("moons.rules", R"(game "Moons"
player Ann
kind thing: A, B, C, D { out: bool  since: order  card: card? }
printed card on thing if this.card = it and this.out and not silent(this)
meta { effect_order: since }
derived silent(t: thing): bool layer 4 = no
card Hush
  Others are silent.
phrase line "Others are silent." = { for each t: thing with t != this { silent(t) := yes } }
state { turns: 0..4000 }
turn {
    choose by Ann {
        option "waits" { turns := min(4000, turns + 1) }
        option "plays {t}" for t: thing if not t.out and t.card is not none { t.out := yes  mark t.since }
    }
}
setup "two" { A.card := Hush  B.card := Hush }
)");
    EXPECT_TRUE(says(ran, "such a board")) << ran.out;
    EXPECT_FALSE(says(ran, "is not known")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
