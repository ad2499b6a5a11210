// What a report says of a card, an option, an ending or a claim that play never reaches: what the nearest
// position lacks, which clauses stand in the way, and who could change it.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

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
    const Ran ran = check_anns(shop);
    EXPECT_TRUE(says(ran, "The nearest position lacks first.at = table.")) << ran.out;
    EXPECT_TRUE(says(ran,
                     "\"plays first\" is never possible, for want of price of Giant <= coins (price of "
                     "Giant is 3; coins is 2, never above 2)."))
        << ran.out;
}

TEST(NearMiss, OfAnEndingAndAStateCheckNamesTheNumberAndHowFarItGoes) {
    const Ran ran = check_anns(shop);
    EXPECT_TRUE(says(ran, "lacks coins >= 5 (coins is 2, never above 2).")) << ran.out;
    EXPECT_TRUE(says(ran, "lacks coins > 4 (coins is 2, never above 2).")) << ran.out;
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
    const Ran plain = check_anns(dusk);
    EXPECT_TRUE(says(plain, "The nearest position lacks mute(Imp) = no.")) << plain.out;
    std::string layered = dusk;
    const std::string declared = "mute(t: thing): bool";
    layered.replace(layered.find(declared), declared.size(), declared + " layer 6");
    const Ran ran = check_anns(layered);
    EXPECT_TRUE(says(ran, "Wherever its event happens, it is not in effect, or its condition does not hold."))
        << ran.out;
    EXPECT_FALSE(says(ran, "never happens")) << ran.out;
}

TEST(WhyNot, NamesWhatAlwaysTakesThePlaceOfAnEvent) {
    const Ran ran = litmus("deaf-bell");
    EXPECT_TRUE(says(ran, "strike never happens: Felt (\"")) << ran.out;
}

TEST(WhyNot, NamesWhatATriggerAsksBesideItsEvent) {
    const Ran ran = litmus("sunken-bell");
    EXPECT_TRUE(says(ran, "The nearest position lacks bell.at = crypt")) << ran.out;
}

TEST(WhyNot, NamesTheWayThatDoesNotLeadThere) {
    const Ran ran = litmus("cut-road");
    EXPECT_TRUE(says(ran,
                     "The nearest position lacks a way from king to Harbour (king is Keep; from Keep one "
                     "comes to Mill, Ford and Isle alone)."))
        << ran.out;
}

TEST(WhyNot, NamesTheOptionThatWouldChangeItAndWhatStandsInItsWay) {
    const Ran ran = check_anns_and_bobs(R"(
state { flag: bool  coins: 0..5 = 3 }
action pay() { flag := yes  coins -= 1 }
window w for Ann
rule "r" { may "pays" in w by Ann if coins > 0 cost { pay() } at once { nothing } }
turn { phase p { open w } end "over" }
check "two payments" reachable coins = 1
)");
    EXPECT_TRUE(says(ran, "lacks coins = 1 (coins is 2, never below 2, never above 3).")) << ran.out;
    EXPECT_TRUE(says(ran, "\"pays\" would change it and is not possible there, for want of flag = no."))
        << ran.out;
}

TEST(WhyNot, NamesTheProhibitionWithoutWhichItWouldCome) {
    const Ran ran = check_game(R"(
player Ann
enum spoils: bread, gold
state { taken: spoils? = none }
action take(s: spoils) { taken := s }
rule "Fast" { cannot take(bread) }
rule "Dragon" { cannot take(gold) }
turn {
    choose by Ann {
        option "takes the bread" when possible { take(bread) }
        option "takes the gold" when possible { take(gold) }
        option "leaves" { nothing }
    }
    if taken is not none { end "taken" }
    end "left"
}
)");
    EXPECT_TRUE(says(ran,
                     "⟦WouldWithoutEach: \"cannot take(bread)\" (Fast) and "
                     "\"cannot take(gold)\" (Dragon)⟧"))
        << ran.out;
}

TEST(WhyNot, NamesWhoChangesWhatIsAskedFor) {
    const std::string spec = R"(
player Ann
state { coins, stars: 0..5 }
rule "Wages" { at noon { coins := min(2, coins + 1) } }
turn {
    phase noon { nothing }
    phase dusk { nothing }
}
check "rich" reachable coins = 4
check "starry" reachable stars = 1
)";
    const Ran ran = check_game(spec);
    EXPECT_TRUE(says(ran, "⟦ChangedAlone: Wages (\"at noon { coins := min(2, coins + 1) }\")⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦NothingChangesIt⟧")) << ran.out;
}

TEST(WhyNot, NamesTogetherWhatOneAloneWouldNotLetCome) {
    const Ran ran = check_game(R"(
player Ann
state { open: bool }
action unlock() { open := yes }
rule "Lock" { cannot unlock() }
rule "Bolt" { cannot unlock() }
turn {
    choose by Ann {
        option "tries" when possible { unlock() }
        option "waits" { nothing }
    }
    end "night"
}
check "it opens" reachable open
)");
    EXPECT_TRUE(says(ran, "⟦WouldWithoutAll: \"cannot unlock()\" (Lock) and \"cannot unlock()\" (Bolt)⟧"))
        << ran.out;
}

TEST(WhyNot, NamesWhatMutesAnAbility) {
    const Ran ran = check_game(R"(
player Ann
zone place: hand, field
kind thing: Meek, Imp { card: card?  beast: bool  at: place = hand  since: order while at }
state { bites: 0..3 }
meta { effect_order: since }
printed card on thing if this.card = it and this.at = field and not mute(this)
derived mute(t: thing): bool layer 6 = no
card Meekness
  Beasts lose everything.
card Biter
  At dusk, bite.
phrase line "Beasts lose everything." = { for each t: thing with t.beast { mute(t) := yes } }
phrase line "At dusk, bite." = { at dusk { bites += 1 } }
action arrive(t: thing) { t.at := field  mark t.since }
turn {
    choose t: thing with t.at = hand and t.card is not none by Ann "plays {t}" { arrive(t) }
        otherwise { phase dusk { nothing } end "done" }
}
setup "s" { Imp.card := Biter  Imp.beast := yes  Meek.card := Meekness }
)");
    EXPECT_TRUE(says(ran, "unreachable.ability: ⟦NeverUsed: Biter, ")) << ran.out;
    EXPECT_TRUE(says(ran,
                     "The nearest position lacks mute(Imp) = no.⟧ ⟦WouldWithoutEach: \"Beasts lose "
                     "everything.\" (Meekness)⟧"))
        << ran.out;
    EXPECT_TRUE(says(ran, "Fix: let what stands in the way make an exception for it")) << ran.out;
}

TEST(WhyNot, AsksTheStateThatATriggerLooksBackTo) {
    const Ran ran = check_game(R"(
player Ann
kind beast: Wolf { gone: bool  plus, minus: 0..3 }
state { returns: 0..2 }
action perish(b: beast) { b.gone := yes }
rule "Zero" {
    whenever some b: beast with not b.gone and 1 + b.plus <= b.minus {
        for each b: beast with not b.gone and 1 + b.plus <= b.minus { perish(b) }
    }
}
rule "Undying" { when perish(b) looking back if b.plus = 0 { returns += 1 } }
turn { Wolf.minus += 2 settle end "x" }
setup "s" { Wolf.plus := 1 }
)");
    EXPECT_TRUE(
        says(ran, "The nearest position lacks Wolf.plus = 0 (Wolf.plus is 1, and nothing changes it)."))
        << ran.out;
}

TEST(WhyNot, NamesWhatKeepsAClaimOutOfReach) {
    const Ran ran = check_game(R"(
player Ann
state { open: bool, tries: 0..3 }
action unlock() { open := yes }
rule "Lock" { cannot unlock() if tries > 1 }
turn {
    choose by Ann {
        option "tries" when possible { unlock() }
        option "waits" if tries < 3 { tries += 1 }
        otherwise { end "night" }
    }
    if open { end "open" }
}
check "it may open" possible open
)");
    EXPECT_TRUE(says(ran, "⟦WouldWithoutEach: \"cannot unlock() if tries > 1\" (Lock)⟧")) << ran.out;
}

TEST(WhyNot, PrefersWhatCouldChange) {
    const Ran ran = check_game(R"(
player Ann, Bob
kind hero: Uno, Due { owner: player  up: bool }
state { done: bool }
rule "Pair" {
    as soon as some a, b: hero with a != b and a.up and b.up and a.owner = Bob and b.owner = Bob {
        done := yes
    }
}
turn {
    choose h: hero with not h.up by Ann "raises {h}" { h.up := yes } otherwise { end "done" }
}
setup "s" { Due.owner := Bob }
)");
    EXPECT_TRUE(says(ran, "lacks Uno.owner = Bob (nothing changes that).")) << ran.out;
    EXPECT_FALSE(says(ran, "never possible")) << ran.out;
}

TEST(WhyNot, SaysWhatExcludesWhatIsMissing) {
    const Ran ran = check_game(R"(
player Ann, Bob
kind player of 2 { deck: 0..3 = 1, lost: bool }
action draw(p: player) { if p.deck = 0 { p.lost := yes } else { p.deck -= 1 } }
rule "End" {
    ending "Bob wins" if Ann.lost and not Bob.lost
    ending "a draw" if Ann.lost and Bob.lost
}
turn { simultaneously { draw(Ann) draw(Bob) } }
)");
    EXPECT_TRUE(
        says(ran, "The nearest position lacks Ann.lost = yes; whatever has that lacks Bob.lost = no."))
        << ran.out;
    EXPECT_TRUE(says(ran, "⟦ChangedAlone: draw (")) << ran.out;
}

TEST(WhyNot, SaysWhichPartOfAPriceIsNeverThere) {
    const Ran ran = litmus("blood-price");
    EXPECT_TRUE(says(ran,
                     "\"hires the giant\" is never possible, for want of Ann.coins >= 2 (Ann.coins is 1), "
                     "for 2 to Ann, 1 to Gorr."))
        << ran.out;
}

TEST(NearestPositions, AreThoseThatLackTheLeast) {
    const Ran ran = litmus_unexpected("blood-price");
    EXPECT_TRUE(says(ran, "Ann.coins >= 2 (Ann.coins is 1), for 2 to Ann, 1 to Gorr")) << ran.out;
}

TEST(Cards, ThatNoSetupDealsAreWorthANote) {
    const Ran ran = check_anns(
        replaced(shop, "action enter", "card Hermit\n  When this enters, take a coin.\naction enter"));
    EXPECT_TRUE(says(ran, "⟦NeverInEffect: Hermit⟧")) << ran.out;
}

constexpr const char* tiles = R"(
kind tile: A, B { drawn: bool }
turn {
    choose t: tile with not t.drawn by chance "draws {t}" { t.drawn := yes } otherwise { end "none is left" }
    choose by Ann { option "puts it back" { for each t: tile { t.drawn := no } } }
}
)";

TEST(Unreachable, AnOtherwiseThatNeverComesIsToldByItsChoice) {
    const Ran ran = check_anns_and_bobs(tiles);
    EXPECT_TRUE(says(ran, "Wherever \"draws ...\" is asked, there is something to choose")) << ran.out;
}

TEST(Unreachable, NamesWhoCouldAndWhatEndsPlayBefore) {
    const Ran ran = check_game(R"(
player Ann
state { threat: 0..6, turns: 0..3 }
action scheme(n: 1..3) { threat := min(6, threat + n) }
turn {
    choose by Ann { option "rests" { nothing } option "schemes" { scheme(1) } }
    turns += 1
    if turns = 3 { end "dawn" }
}
rule "Scheme" { ending "done" if threat = 6 }
)");
    EXPECT_TRUE(says(ran, "From there play always comes to an end, with \"dawn\".")) << ran.out;
    EXPECT_TRUE(says(ran, "No player can make it happen.")) << ran.out;
    EXPECT_TRUE(says(ran, "the turn \"choose by Ann { option \"rests\" { nothing } option \"schemes\""))
        << ran.out;
}

TEST(Unreachable, TellsWhatADerivedPriceComesTo) {
    const Ran ran = check_game(R"(
player Ann, Bob
kind player of 2 { gold: 0..6 = 2 }
kind relic: Cup, Bell { card: card, used: bool }
printed card on relic if this.card = it { cost: 0..9 = 3 }
derived price(r: relic): 0..9 = r.card.cost
window prayer for Ann
card Chalice, cost: 3
  Drink.
card Tithe, cost: 1
  Everything costs 1 more.
phrase line "Drink." = {
    may "drinks {this}" in prayer by Ann if not this.used cost { Ann.gold -= price(this) } at once {
        this.used := yes
    }
}
phrase line "Everything costs {n: number} more." = { price(r) += n }
state { day: 0..2 }
turn {
    phase dawn { Ann.gold := min(3, Ann.gold + 1) day += 1 }
    phase noon { open prayer }
    if day = 2 { end "dusk" }
}
setup "s" { Cup.card := Chalice Bell.card := Tithe }
)");
    EXPECT_TRUE(says(ran, "lacks Ann.gold >= 4 (Ann.gold is 3, never above 3)")) << ran.out;
}

// Of those that all have to fall, the one that never does.
TEST(Unreachable, NamesWhomItNeverComesAboutFor) {
    const Ran ran = check_game(R"(
player Ann
kind imp: Abe, Bo { hp: 0..2 = 2 }
state { rounds: 0..3 }
turn {
    choose by Ann { option "hits" { Abe.hp := 0 } option "waits" { nothing } }
    if no i: imp with i != Abe and i.hp > 0 { end "won" }
    rounds += 1
    if rounds = 3 { end "late" }
}
rule "All" { ending "all" if no i: imp with i.hp > 0 }
)");
    EXPECT_TRUE(says(ran, "unreachable.ending: ⟦NeverReached: won⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "lacks Abe.hp")) << ran.out;
}

constexpr const char* spaces = R"(
enum space: forest, fair
kind worker: Tom { wood: 0..3 }
state { rounds: 0..2 }
define needs(s: space): 1..4 = if s = fair then 4 else 1
action visit(w: worker, s: space) { nothing }
rule "Jugglers" { when visit(w, s) if s = fair { w.wood := min(3, w.wood + 1) } }
turn {
    choose by Ann { option "visits {s}" for s: space with needs(s) <= 2 { visit(Tom, s) } }
    rounds += 1
    if rounds = 2 { end "harvest" }
}
)";

TEST(NeverUsed, NamesTheOptionThatWouldBringTheEventAboutAsItIsAskedFor) {
    const Ran ran = check_anns_and_bobs(spaces, {"--only", "unreachable.ability"});
    EXPECT_TRUE(says(ran, "\"visits fair\" is never possible, for want of 4 <= 2")) << ran.out;
    const Ran all = check_anns_and_bobs(spaces, {"--only", "unreachable.ability", "--verbose"});
    EXPECT_TRUE(says(all, "choose by Ann { option \"visits {s}\" for s: space with needs(s) <= 2"))
        << all.out;
}

TEST(NeverUsed, SaysWhatIsSoBeforeItsEventAndNoMoreByThen) {
    EXPECT_TRUE(says(litmus_unexpected("two-mourners"), "what happens there changes soldier.at."));
    EXPECT_TRUE(says(litmus_unexpected("eclipse"), "The nearest position lacks dark = yes."));
}

TEST(NearMiss, OfOneObjectNamesNobodyWhoChangesAnother) {
    const Ran ran = check_anns_and_bobs(R"(
kind player of 2 { life: 0..3 = 1 }
action bolt(p: player) { p.life -= 1 }
rule "Burn" { at noon { bolt(Bob) } }
rule "Glory" { ending "Ann is whole" if Ann.life = 3 }
turn {
    phase noon { nothing }
    end "dusk"
}
)");
    EXPECT_TRUE(says(ran, "⟦NothingChangesIt⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "⟦ChangedAlone")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
