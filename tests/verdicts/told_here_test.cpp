// What a finding says of the place where it is met: why nothing can be chosen there, what those that speak of
// a question lack, what keeps a loop up, who performs an action, by what two rules speak of one thing, and
// what players do on the way to an outcome.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told_here.rules", text, switches);
}

constexpr const char* smithy = R"(
game "Smithy"
player Ann
enum colour: red, green, blue
kind item: Sword, Helm, Spoon { card: card, forged: bool, dyed: colour? }
printed card on item if this.card = it { cost: 0..6 = 2 }
derived price(i: item): 0..9 at least 0 = i.card.cost
state { coins: 0..9 = 3, used: set of colour }
card Blade
  Other items cost 2 more.
card Crest
  Crests cannot be forged.
card Ladle
  This costs 1 more.
phrase line "Other items cost {n: number} more." = { price(i) += n if i != this }
phrase line "Crests cannot be forged." = { cannot forge(i) if i.card = Crest }
phrase line "This costs {n: number} more." = { price(this) += n }
action forge(i: item) { i.forged := yes }
turn {
    phase dawn { coins -= 1 }
    phase work {
        choose i: item with not i.forged and price(i) <= coins and can forge(i)
            by Ann "forges {i}" { forge(i) }
    }
    end "done"
}
setup "three" {
    Sword.card := Blade
    Helm.card := Crest
    Spoon.card := Ladle
    Sword.forged := yes
}
)";

TEST(NothingToChoose, SaysOfEachOptionWhatItLacks) {
    const Ran ran = check(smithy, {"--only", "deadlock"});
    EXPECT_TRUE(says(ran, "There, \"forges Sword\" lacks Sword.forged = no; ")) << ran.out;
    EXPECT_TRUE(says(ran, "\"forges Helm\" lacks coins >= 4 (coins is 2)")) << ran.out;
    EXPECT_TRUE(says(ran, "\"forges Spoon\" lacks coins >= 5 (coins is 2)")) << ran.out;
    EXPECT_FALSE(says(ran, "never above")) << "one position was looked at";
    EXPECT_TRUE(says(ran, "Sword.forged = yes")) << "at the start: " << ran.out;
}

TEST(Breaks, LeaveOpenWhetherTextMatters) {
    const Ran ran = check(smithy);
    EXPECT_FALSE(says(ran, "redundant")) << "behind the deadlock it may matter: " << ran.out;
    EXPECT_TRUE(says(ran,
                     "Not analysed: whether every statement and prohibition matters, and what is carried "
                     "out changes anything: play breaks off, settle that first"))
        << ran.out;
    const Ran twin =
        check(replaced(smithy, "{ forge(i) }\n    }", "{ forge(i) } otherwise { nothing }\n    }"));
    EXPECT_TRUE(says(twin, "redundant")) << twin.out;
}

TEST(NothingToChoose, NamesTheSmallerOfTwoMinimalSets) {
    const Ran ran = check(smithy, {"--only", "deadlock"});
    EXPECT_TRUE(says(ran, "deadlock: Blade leaves no way on: work")) << "not Crest and Ladle: " << ran.out;
}

TEST(NothingToChoose, IsSettledAtTheChoice) {
    const Ran ran = check(smithy, {"--only", "deadlock"});
    EXPECT_TRUE(says(ran, "Settle it: add `otherwise { ... }` to the choice at ") &&
                says(ran, "told_here.rules:22, make"))
        << ran.out;
}

constexpr const char* dye = R"(
game "Dye"
player Ann
enum colour: red, green, blue, grey
kind cloth: Wool, Silk { dyed: colour? }
state { used: set of colour }
turn {
    phase dye {
        let c = first c: cloth with c.dyed is none
        choose k: colour with k not in used and no d: cloth with d.dyed = k
            by Ann "dyes it {k}" { c.dyed := k }
    }
    if every c: cloth satisfies c.dyed is not none { end "all dyed" }
}
setup "one left" { used := {red, green, blue} }
)";

TEST(NothingToChoose, TellsThoseTogetherThatLackTheSame) {
    const Ran ran = check(dye);
    EXPECT_TRUE(says(ran,
                     "\"dyes it red\" lacks red not in used (nothing changes that), and so do green and "
                     "blue"))
        << ran.out;
    EXPECT_TRUE(says(ran, "There, \"dyes it grey\" lacks Wool.dyed != grey (Wool.dyed is grey);"))
        << "the nearest first: " << ran.out;
    EXPECT_TRUE(says(ran, "At the start: used = {red, green, blue}")) << ran.out;
}

constexpr const char* duel = R"(
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
    const Ran ran = check(duel, {"--only", "gap.undefined"});
    EXPECT_TRUE(says(ran,
                     "What is said about it does not cover this: Might (\"wins(f) if f.might > "
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
action win(p: player) { taken(p) := yes }
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
    const Ran ran = check(declare);
    EXPECT_TRUE(says(ran, "told_here.rules:10 showdown \"phase showdown { win(said) pot := 0 }\""))
        << ran.out;
    EXPECT_TRUE(says(ran, "it follows where win and showdown meet")) << ran.out;
}

constexpr const char* harbour = R"(
game "Harbour law"
player Ann
kind ship: Sloop, Barge { armed, foreign, laden: bool }
open hostile(s: ship) default no
open taxed(s: ship) default no
define pirate(s: ship): bool = s.armed and s.foreign
define guest(s: ship): bool = s.foreign and not s.armed
rule "Pirates" { pirate(s) counts as hostile(s) }
rule "Laden" { taxed(s) if s.laden }
rule "Hostile pay nothing" { not taxed(s) if hostile(s) }
state { income: 0..2 }
turn {
    phase noon { choose s: ship by Ann "inspects {s}" { if taxed(s) { income := 1 } } }
    end "evening"
}
setup "pirates" { Sloop.armed := yes Sloop.foreign := yes Sloop.laden := yes }
)";

TEST(Contradictions, NameByWhatTheRulesSpeakOfOneThing) {
    const Ran ran = check(harbour);
    EXPECT_TRUE(says(ran, "error: Taxed or not? Laden says yes, \"Hostile pay nothing\" says no")) << ran.out;
    EXPECT_TRUE(says(ran, "told_here.rules:9 Pirates \"pirate(s) counts as hostile(s)\"")) << ran.out;
    const Ran fine = check(replaced(harbour, "pirate(s) counts as", "guest(s) counts as"));
    EXPECT_FALSE(says(fine, "error: ")) << fine.out;
    const Ran json = check(harbour, {"--format", "json"});
    EXPECT_TRUE(says(json, "\"path\": \"rule Pirates/")) << "it is one of the clauses: " << json.out;
}

TEST(Contradictions, SayWhichStatementWinsByAnException) {
    const Ran ran = check(harbour);
    EXPECT_TRUE(says(ran,
                     "(`except to \"Hostile pay nothing\"` behind what Laden says lets Laden win; or the "
                     "other way round)"))
        << ran.out;
    EXPECT_TRUE(says(ran,
                     "so that line 10 reads `taxed(s) if s.laden except to \"Hostile pay nothing\"`, "
                     "for Laden to win: gone"))
        << ran.out;
}

TEST(Steps, StandWhereTheOptionIsWrittenAndWhereAQuestionIsAsked) {
    EXPECT_TRUE(says(litmus("mint-and-press"), "2 Ann works mint-and-press.rules:28"));
    const Ran omens = litmus("three-omens");
    EXPECT_TRUE(says(omens, "three-omens.rules:19")) << "the turn asks, no statement acts: " << omens.out;
    EXPECT_FALSE(says(omens, "over: morning three-omens.rules:17")) << omens.out;
}

constexpr const char* blade = R"(
game "Blade"
player Ann
kind minion: Cub, Bear { hurt: 0..2, shielded: bool }
action hit(m: minion) { if not m.shielded or m.hurt < 1 { m.hurt += 1 } }
rule "Shout" { when shout() { for each m: minion { m.shielded := yes } } }
rule "Saw" { when saw() { repeat while no m: minion with m.hurt = 2 { hit(Cub) settle } } }
action shout() { nothing }
action saw() { nothing }
turn {
    phase first { choose by Ann { option "shouts" { shout() } option "is quiet" { nothing } } }
    phase second { choose by Ann { option "saws" { saw() } option "rests" { nothing } } }
    end "over"
}
)";

TEST(Loops, SayWhatPlayHasChangedThatKeepsThemUp) {
    const Ran ran = check(blade);
    EXPECT_TRUE(
        says(ran, "There, Cub.hurt is 1 since step 8 (Saw), Cub.shielded is yes since step 4 (Shout)."))
        << ran.out;
    EXPECT_FALSE(says(ran, "Bear.shielded is yes since")) << "it would go on without: " << ran.out;
    EXPECT_TRUE(says(ran, "Who decides on the way there: Ann.")) << ran.out;
    EXPECT_TRUE(
        says(ran,
             "With `limit 1 per turn` on Saw, so that line 7 reads `when saw() limit 1 per turn { ... "
             "}`: still there."))
        << ran.out;
}

constexpr const char* lamps = R"(
game "Signals"
player Ann
kind post: Ayr, Bute, Coll { sees: post?, manned: bool = yes }
state { n: 0..9, first_lit: bool }
equations lamps {
    lit(p: post): bool = p.manned and (p.sees is none or not lit(p.sees))
}
turn {
    phase night { solve lamps { n := number of p: post with lit(p) first_lit := lit(Ayr) } }
    end "dawn"
}
setup "ring" { Ayr.sees := Bute Bute.sees := Coll Coll.sees := Ayr }
)";

TEST(Equations, WithoutASolutionGoRoundInWords) {
    const Ran ran = check(lamps);
    EXPECT_TRUE(says(ran,
                     "If lit(Ayr) is no, lit(Coll) is yes and lit(Bute) is no, and so lit(Ayr) is yes; if "
                     "lit(Ayr) is yes, lit(Coll) is no and lit(Bute) is yes, and so lit(Ayr) is no."))
        << ran.out;
}

TEST(Equations, OfBoardsThatNoPlayHereComesToAreNoNote) {
    const std::string chain = replaced(lamps, "Coll.sees := Ayr", "Coll.sees := none");
    const Ran ran = check(chain);
    EXPECT_TRUE(says(ran, "no findings")) << ran.out;
    EXPECT_TRUE(says(ran, "2 unconfirmed")) << "it is not proved for all boards: " << ran.out;
    const Ran bare = check(chain.substr(0, chain.find("setup ")));
    EXPECT_TRUE(says(bare, "note: 'lamps' has several answers")) << "no position is given: " << bare.out;
}

TEST(Equations, WithSeveralSolutionsSayWhatANumberOfOneIs) {
    const Ran ran = check(replaced(lamps, "Bute.sees := Coll Coll.sees := Ayr", "Bute.sees := Ayr"));
    EXPECT_TRUE(says(ran, "E a number such as `number of x: post with lit(x)`")) << ran.out;
}

constexpr const char* meteor = R"(
game "Meteor"
player Ann, Bob
kind copy of 4 { card: card?, corrupt: bool, controller: player }
kind purse: P1
state { hurt: 0..3 }
printed card on copy if this.card = it
card Meteor
  Ann corrupts one or is hurt.
card Miasma
  All are corrupted.
card Stone
phrase line "Ann corrupts one or is hurt." = {
    at dawn {
        choose by Ann {
            option "corrupts {c}" for c: copy with c.card is not none and not c.corrupt { c.corrupt := yes }
            option "is hurt" { hurt := 1 }
        }
    }
}
phrase line "All are corrupted." = { at dawn { for each c: copy { c.corrupt := yes } } }
turn { phase dawn { nothing } end "over" }
setup "both" { copy1.card := Meteor copy2.card := Miasma }
)";

TEST(Outcomes, SayWhatIsChosenOnTheWayThere) {
    const Ran ran = check(meteor, {"--only", "order.unowned"});
    EXPECT_TRUE(says(ran, "Meteor acts first Ann corrupts Meteor in the end hurt = 0")) << ran.out;
    EXPECT_TRUE(says(ran, "Miasma acts first in the end hurt = 1")) << "nothing else is left: " << ran.out;
}

constexpr const char* tiles = R"(
game "Tiles"
player Ann
kind tile: T1, T2 { at: spot?, edge: bool }
enum spot: west, mid, east
define beside(a: spot, b: spot): bool = a = mid and b != mid or b = mid and a != mid
turn {
    phase lay {
        choose q: spot with (some o: tile with o.at is not none and beside(o.at, q))
            and (every s: spot satisfies s = q or (some o: tile with o.at = s and o.edge))
            by Ann "lays it on {q}" { T2.at := q }
    }
    end "over"
}
setup "one lies" { T1.at := mid }
)";

TEST(NothingToChoose, KeepsApartWhatIsAskedSideBySide) {
    const Ran ran = check(tiles);
    EXPECT_FALSE(says(ran, "T1.at != none")) << "it lies there: " << ran.out;
    EXPECT_TRUE(says(ran, "\"lays it on west\" lacks T1.edge = yes")) << ran.out;
}

constexpr const char* falls = R"(
game "Falls"
player Ann
kind unit: U1 { hurt: bool, gone: bool }
state { told: bool }
open falls(u: unit)
rule "At once" { falls(u) if u.hurt }
rule "Effects first" { not falls(u) if u.hurt }
rule "Fall" {
    whenever some u: unit with u.hurt and not u.gone and falls(u) {
        for each u: unit with u.hurt { u.gone := yes }
    }
}
rule "Cry" { when hit(u) { if not u.gone { told := yes } } }
action hit(u: unit) { u.hurt := yes }
turn { phase a { hit(U1) } end "over" }
)";

TEST(Outcomes, OfAQuestionOfAStateCheckAreWhatHappensInstead) {
    const Ran ran = check(falls);
    EXPECT_TRUE(says(ran, "falls: yes U1.gone: no → yes")) << ran.out;
    EXPECT_FALSE(says(ran, "this cannot be chosen")) << ran.out;
}

constexpr const char* two_at_dawn = R"(
game "Meteor"
player Ann
kind unit: U1 { hurt: 0..3, tired, gone: bool }
state { coins: 0..3 }
rule "Meteor" {
    at dawn {
        choose by Ann { option "tires it" if not U1.gone { U1.tired := yes } option "pays" { coins := 1 } }
    }
}
rule "Miasma" {
    at dawn {
        U1.hurt += if U1.tired then 2 else 1
        if U1.hurt >= 2 { U1.gone := yes U1.tired := no U1.hurt := 0 }
    }
}
turn { phase dawn { nothing } end "over" }
)";

TEST(Outcomes, AreComparedWhereTheSameIsChosen) {
    const Ran ran = check(two_at_dawn, {"--only", "order"});
    EXPECT_TRUE(says(ran, "Miasma acts first in the end U1.hurt = 1 in the end U1.tired = yes")) << ran.out;
    EXPECT_FALSE(says(ran, "in the end coins")) << "that is Ann's choice either way: " << ran.out;
}

constexpr const char* ice = R"(
game "Ice"
player Ann
kind sled: S1 { gone, hit: bool }
open stays(s: sled)
open stops(s: sled)
action slide(s: sled) {
    if stops(s) { s.hit := yes }
    else { if not stays(s) { s.gone := yes } }
}
turn {
    phase ride { choose by Ann { option "rides" { slide(S1) } option "rests" { nothing } } }
    end "over"
}
)";

TEST(Outcomes, SayWhatElseIsLeftOpenOnTheWayThatIsShown) {
    const Ran ran = check(ice);
    EXPECT_TRUE(says(ran, "stops: no (and stays(S1): no) S1.gone: no → yes")) << ran.out;
    EXPECT_TRUE(says(ran, "stays: no S1.gone: no → yes")) << "behind that nothing is open: " << ran.out;
}

constexpr const char* yard = R"(
game "Start"
player Ann, Bob
enum place: box, yard, shed, hall
kind copy of 9 { card: card?, at: place, tired, wet, cold, old: bool, owner: player }
state { n: 0..9 }
printed card on copy if this.card = it and this.at = yard
card Bell
  At dawn, one more.
card Drum
  At dawn, double.
phrase line "At dawn, one more." = {
    at dawn if not this.tired and not this.wet and this.owner = Ann { n += 1 }
}
phrase line "At dawn, double." = { at dawn if not this.cold and not this.old { n := min(9, n + n) } }
turn { phase dawn { nothing } end "over" }
setup "a yard" {
    copy1.card := Bell copy2.card := Drum copy1.at := yard copy2.at := yard
    copy3.at := shed copy4.at := shed copy5.at := hall copy6.at := hall copy7.at := hall
    copy8.at := hall copy9.at := shed
    copy3.wet := yes copy4.wet := yes copy5.cold := yes n := 1
}
)";

TEST(Starts, ShowWhereTheCardsOfAFindingAreThoughPlayTouchesNone) {
    const Ran ran = check(yard);
    EXPECT_TRUE(says(ran, "copy1.card = Bell, copy2.card = Drum, Bell.at = yard, Drum.at = yard")) << ran.out;
}

TEST(Replacements, OfWhichSomebodyMayChooseTheFirstSayWho) {
    EXPECT_TRUE(
        says(litmus_unexpected("mint-and-press"), "or `affected.owner`, whose thing the event is about"));
}

TEST(FrontPage, SaysOnWhichSetups) {
    const std::string two = replaced(meteor, "setup \"both\"", "setup \"none\" { }\nsetup \"both\"");
    const Ran ran = check(two, {"--only", "order"});
    EXPECT_TRUE(says(ran, "Found in the setups \"both\" (1).")) << ran.out;
    EXPECT_FALSE(says(check(meteor), "Found in the setups")) << "there is one";
    const Ran all = check(replaced(two, "card Stone\n", ""));
    EXPECT_TRUE(says(all, "Found in the setups \"both\" (1). No finding in \"none\".")) << all.out;
}

}  // namespace
}  // namespace errata::tests
