// What is said of what never comes: what it lacks in the position nearest to it, which clauses stand in its
// way, who changes what it asks for, what ends play before it, and what would come behind a break.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told.rules", "game \"Told\"\n" + text, switches);
}

TEST(WhyNot, NamesTheProhibitionWithoutWhichItWouldCome) {
    const Ran ran = check(R"(
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
                     "It would come about without \"cannot take(bread)\" (Fast), or without "
                     "\"cannot take(gold)\" (Dragon)."))
        << ran.out;
}

TEST(Breaks, OfPlayLeaveOpenWhatWouldComeBehind) {
    const Ran ran = check(R"(
player Ann
kind door: Oak { ajar: bool }
state { cried: bool }
action cry() { nothing }
rule "Herald" { when cry() { cried := yes } }
turn {
    phase day { choose d: door with d.ajar by Ann "enters {d}" { nothing } }
    phase dusk { cry() }
    end "evening"
}
check "a cry is heard" reachable cried
)");
    EXPECT_TRUE(says(ran,
                     "not cleared: what is never reached, check \"a cry is heard\" (play breaks off with "
                     "deadlock: no way on: day)"))
        << ran.out;
    EXPECT_FALSE(says(ran, "unreachable.")) << ran.out;
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
    const Ran ran = check(spec);
    EXPECT_TRUE(
        says(ran, "What it asks for is changed by Wages (\"at noon { coins := min(2, coins + 1) }\") alone."))
        << ran.out;
    EXPECT_TRUE(says(ran, "Nothing ever changes what it asks for.")) << ran.out;
}

TEST(WhyNot, NamesTogetherWhatOneAloneWouldNotLetCome) {
    const Ran ran = check(R"(
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
    EXPECT_TRUE(
        says(ran, "It would come about without \"cannot unlock()\" (Lock) and \"cannot unlock()\" (Bolt)."))
        << ran.out;
}

TEST(WhyNot, NamesWhatMutesAnAbility) {
    const Ran ran = check(R"(
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
    EXPECT_TRUE(says(ran, "warning: Nothing ever makes use of Biter unreachable.ability")) << ran.out;
    EXPECT_TRUE(says(ran,
                     "The nearest position lacks mute(Imp) = no. It would come about without \"Beasts lose "
                     "everything.\" (Meekness)."))
        << ran.out;
    EXPECT_TRUE(says(ran, "Settle it: let what stands in the way make an exception for it")) << ran.out;
}

TEST(WhyNot, AsksTheStateThatATriggerLooksBackTo) {
    const Ran ran = check(R"(
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
    const Ran ran = check(R"(
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
    EXPECT_TRUE(says(ran, "It would come about without \"cannot unlock() if tries > 1\" (Lock).")) << ran.out;
}

TEST(WhyNot, PrefersWhatCouldChange) {
    const Ran ran = check(R"(
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
    const Ran ran = check(R"(
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
    EXPECT_TRUE(says(ran, "What it asks for is changed by draw (")) << ran.out;
}

TEST(WhyNot, SaysWhichPartOfAPriceIsNeverThere) {
    const Ran ran = litmus("blood-price");
    EXPECT_TRUE(says(ran,
                     "\"hires the giant\" is never possible, for want of Ann.coins >= 2 (Ann.coins is 1), "
                     "for 2 to Ann, 1 to Gorr."))
        << ran.out;
}

TEST(Unreachable, NamesWhoCouldAndWhatEndsPlayBefore) {
    const Ran ran = check(R"(
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
    EXPECT_TRUE(says(ran, "Nobody can bring it about, whatever is chosen.")) << ran.out;
    EXPECT_TRUE(says(ran, "the turn \"choose by Ann { option \"rests\" { nothing } option \"schemes\""))
        << ran.out;
}

TEST(Unreachable, TellsWhatADerivedPriceComesTo) {
    const Ran ran = check(R"(
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

TEST(Locks, NameWhatKeepsAnEndingAway) {
    const Ran ran = check(R"(
player Ann
kind pot: Clay { full: bool, hot: bool }
action boil(p: pot) { p.hot := yes }
rule "Lid" { boil(p) only if p.hot }
turn {
    phase noon {
        choose by Ann {
            option "boils {p}" for p: pot with can boil(p) { boil(p) end "steam" }
            option "fills" if not Clay.full { Clay.full := yes }
            option "rests" { nothing }
        }
    }
}
setup "any" { Clay.hot := any }
)");
    EXPECT_TRUE(says(ran, "It would come about without \"boil(p) only if p.hot\" (Lid).")) << ran.out;
}

// Of those that all have to fall, the one that never does.
TEST(Unreachable, NamesWhomItNeverComesAboutFor) {
    const Ran ran = check(R"(
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
    EXPECT_TRUE(says(ran, "\"won\" unreachable.ending: won is never reached")) << ran.out;
    EXPECT_FALSE(says(ran, "lacks Abe.hp")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
