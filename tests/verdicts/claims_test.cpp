// What a finding says of a claim, a ruling or a scenario that fails: for whom, since when, and which
// clauses it would not fail without.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

TEST(Claims, AreQuotedWhole) {
    const Ran ran = check_anns(
        "state { noise: 0..9 }\nturn { noise := min(9, noise + 1) }\n"
        "check \"quiet\" always noise < 3 or noise = 20 or noise = 30 or noise = 40 or "
        "noise = 50 or noise = 60 or noise = 70 or noise = 80 or noise = 90 or noise = 91\n");
    EXPECT_TRUE(says(ran, "or noise = 91")) << ran.out;
}

constexpr const char* ferryman = R"(
kind bank: north, south { ground: ground }
state { gold, silver: 0..9 }
printed ground on bank if this.ground = it
kind boat: Argo, Bounty { at: bank = north }
ground Reeds
  Nobody lands here with gold.
action land(b: boat, on: bank) { b.at := on }
phrase line "Nobody lands here with gold." = { cannot land(b, this) if gold > 2 }
define may_land(b: boat, on: bank): bool = b.at != on and can land(b, on)
ruling "nobody gets over" after land(b, on) if gold > 0: no other: bank with may_land(b, other)
turn {
    phase day { choose by Ann { option "crosses" { gold := 1 land(Bounty, south) } } }
    end "night"
}
setup "reeds" { south.ground := Reeds north.ground := Reeds }
)";

TEST(Rulings, SayForWhomTheyFailAndWhichProhibitionsDoNotApply) {
    const Ran said = check_anns_and_bobs(ferryman, {"--only", "contradiction.ruling", "--verbose"});
    EXPECT_TRUE(says(said, "⟦FailsFor: Bounty, south and north⟧")) << said.out;
    EXPECT_TRUE(says(said, "cannot land(b, this) if gold > 2")) << said.out;
    EXPECT_TRUE(says(said, "\"gold: 0..9\"")) << "it shares its type: " << said.out;
}

// It was an internal error.
TEST(Scenarios, ThatBeginOnNoBoardFail) {
    const Ran ran = check_anns_and_bobs(R"(
state { gold: 0..3 }
turn { gold := 1 end "done" }
scenario "rich" { gold := 0  require gold = 2 }
)");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "⟦FailsAtStart: ⟦BreaksItself⟧⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "Fix: change what the example sets, or what it requires.")) << ran.out;
}

constexpr const char* two_ways_to_play = R"(
player Ann, Bob
kind card: Ace, King { open: bool, spent: bool }
state { trick: 0..3, mine: 0..2 }
turn {
    phase play {
        choose by Ann {
            option "plays {c} face up" for c: card with not c.spent { trick := 1  c.spent := yes }
            option "plays {c} face down" for c: card with not c.spent { trick := 2  c.spent := yes }
        }
    }
    phase claim {
        choose by Ann {
            option "claims" if trick = 3 { mine := 1 }
            option "waits" { mine := 2 }
        }
    }
    end "the round is over"
}
)";

// The line that is wrong is the one that does not say which.
TEST(ScenarioSteps, WhoseLabelFitsTwoOptionsNameBoth) {
    const std::string game = two_ways_to_play;
    const Ran ran =
        check_game(game + "scenario \"s\" { take \"plays\" by Ann with c = Ace then trick = 1 }\n");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "⟦FailsAtLine: take \"plays\", ⟦TwoFit: 2, ")) << ran.out;
    const Ran whole = check_game(
        game + "scenario \"s\" { take \"plays {c} face up\" by Ann with c = Ace then trick = 1 }\n");
    EXPECT_EQ(whole.code, 0) << whole.out;
}

TEST(ScenarioSteps, ThatAreNotAllowedSayWhatForbidsThem) {
    const std::string game = two_ways_to_play;
    const Ran ran = check_game(game +
                               "scenario \"s\" { take \"plays {c} face up\" by Ann with c = Ace take "
                               "\"claims\" by Ann then mine = 1 }\n");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "⟦FailsAtLine: take \"claims\", ⟦NotAllowedHere: ")) << ran.out;
    EXPECT_TRUE(says(ran, "trick = 3")) << ran.out;
    const Ran gone =
        check_game(game +
                   "scenario \"s\" { Ace.spent := yes take \"plays {c} face up\" by Ann with c = "
                   "Ace then trick = 1 }\n");
    EXPECT_TRUE(says(gone, "⟦NoneAsSaid⟧")) << gone.out;
}

constexpr const char* supper = R"(
player Ann
state { served: 0..3 }
action serve() { served += 1 }
rule "Cook" { when serve() { served += 1 } }
turn {
    phase noon { choose by Ann { option "rings" { serve() } } }
    phase dusk { nothing }
    end "night"
}
scenario "one bowl" {
    take "rings" by Ann
    then served = 1
}
)";

TEST(Scenarios, QuoteTheStepThatFailsAndSayWhoBrokeIt) {
    const Ran ran = check_game(supper);
    EXPECT_TRUE(says(ran, "⟦FailsAtLine: then served = 1, ⟦NotSo: served is 2 since step")) << ran.out;
    EXPECT_TRUE(says(ran, "Cook \"when serve() { served += 1 }\"")) << ran.out;
}

// Two jumps, and what each of them leaves unsaid.
constexpr const char* hares = R"(
game "Hares"
player Ann
kind hare: Jill { inside, soft, wet: bool, pricks: 0..9 }
derived sting(h: hare): 0..5 = 1
open tender(h: hare)
rule "Leaps" { leap(h) counts as hop(h) }
rule "Hops" { hop(h) counts as enter(h) }
rule "Barbed" { sting(h) += 2 if h.soft }
rule "Skinned" { tender(h) if h.wet }
rule "Furred" { not tender(h) if not h.wet }
rule "Thorns" { when enter(h) if tender(h) { h.pricks += sting(h) } }
action enter(h: hare) { h.inside := yes }
action hop(h: hare) { nothing }
action leap(h: hare) { h.inside := yes }
check "two pricks at most" never Jill.pricks > 2
turn {
    choose by Ann {
        option "lies down in the sun" { Jill.soft := yes }
        option "swims" { Jill.wet := yes }
        option "leaps" if not Jill.inside { leap(Jill) }
        option "sits still" { nothing }
    }
    settle
}
)";

// The spec without what stands there in the brackets of its rule.
std::string with_an_empty_rule(const std::string& spec, const std::string& part) {
    const std::size_t at = spec.find(part);
    return replaced(spec, spec.substr(at, spec.find('\n', at) - at), "}");
}

TEST(BrokenClaims, NameWhatMakesAnEventOneThatATriggerIsForAndWhatItsEffectReads) {
    const std::string told = between(check_spec_text(hares, {"--only", "two pricks at most"}).out,
                                     "contradiction.invariant: ", "Smallest game");
    for (const std::string rule : {"Thorns", "Leaps", "Hops", "Barbed"})
        EXPECT_NE(told.find(rule), std::string::npos) << rule << told;
    for (const std::string rule : {"Furred", "Skinned"})
        EXPECT_EQ(told.find(rule), std::string::npos) << "without it, it may still be so" << told;
}

TEST(BrokenClaims, AreNotBrokenWithoutAnyOneOfThem) {
    for (const std::string part : {"when enter", "leap(h) counts as", "hop(h) counts as", "sting(h) +="})
        EXPECT_FALSE(says(check_spec_text(with_an_empty_rule(hares, part)), "contradiction.invariant: "))
            << part;
    const Ran ran = check_spec_text(with_an_empty_rule(hares, "tender(h) if h.wet"));
    EXPECT_TRUE(says(ran, "gap.undefined: ")) << ran.out;
    EXPECT_TRUE(says(ran, "By this goes wrong, too: \"⟦Called: two pricks at most⟧\" #")) << ran.out;
}

constexpr const char* raised = R"(
game "Raised"
player Ann
kind hare: Jill { inside: bool, pricks: 0..9 }
derived sting(h: hare): 0..5 = 1
rule "Ban" { cannot raise(h) if yes }
rule "Barbed" { sting(h) += 2 }
rule "Itchy" { sting(h) += 1 }
rule "Thorns" { when enter(h) { h.pricks := 3 try raise(h) } }
rule "Nettles" { when graze(h) { h.pricks += sting(h) } }
action enter(h: hare) { h.inside := yes }
action graze(h: hare) { nothing }
action raise(h: hare) { h.pricks += 1 }
check "never three" never Jill.pricks = 3
check "two at most" never Jill.pricks > 2 and not Jill.inside
turn {
    choose by Ann {
        option "enters" if not Jill.inside { enter(Jill) }
        option "grazes" if Jill.pricks = 0 { graze(Jill) }
        option "sits still" { nothing }
    }
    settle
}
)";

TEST(BrokenClaims, NameWithoutWhomACellWouldNotBeLeftSoThatItIsBroken) {
    const Ran three = check_spec_text(raised, {"--only", "never three"});
    EXPECT_TRUE(says(three, "Ban \"cannot raise(h) if yes\"")) << "what it forbids would write once more";
    const Ran two = check_spec_text(raised, {"--only", "two at most"});
    EXPECT_TRUE(says(two, "Barbed \"sting(h) += 2\"")) << two.out;
    EXPECT_FALSE(says(two, "Itchy \"")) << "3 are too many, too" << two.out;
}

constexpr const char* counted_hares = R"(
game "Counted"
player Ann
kind hare: Jill { inside: bool, pricks: 0..9, hops: 0..9 }
rule "Leaps" { leap(h) counts as enter(h) }
rule "Jumps" { leap(h) counts as jump(h) }
rule "Thorns" { when enter(h) { h.pricks += 1 } }
rule "Nettles" { when jump(h) { h.pricks += 1 } }
rule "Barks" { leap(h) counts as bark(h) }
action bark(h: hare) { nothing }
action enter(h: hare) { nothing }
action jump(h: hare) { nothing }
action leap(h: hare) { h.inside := yes  h.hops += 1 }
check "one prick" never Jill.pricks = 2
turn {
    choose by Ann { option "leaps" if not Jill.inside { leap(Jill) } option "sits" { nothing } }
    settle
}
)";

TEST(BrokenClaims, NameAllWhoAddUpToANumber) {
    const std::string told = between(check_spec_text(counted_hares, {"--only", "one prick"}).out,
                                     "contradiction.invariant: ", "Smallest");
    for (const std::string rule : {"Thorns", "Nettles", "Leaps", "Jumps"})
        EXPECT_NE(told.find(rule), std::string::npos) << rule << told;
    EXPECT_EQ(told.find("Barks"), std::string::npos) << told;
}

TEST(BrokenClaims, SaySinceWhenWhatItReadsIsSo) {
    const Ran ran = litmus("borrowed-ox");
    EXPECT_TRUE(says(ran, "herd is Ann since step 13 (Loan), home is Cleo⟧")) << ran.out;
}

TEST(BrokenClaims, SayForWhichObjectsAndWhatItsWordsStandFor) {
    const Ran ran = litmus("uneven-cover");
    EXPECT_TRUE(says(ran, "⟦FailsFor: Bran, Abel and c1⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "where uneven-cover.rules:18 sees \"define sees(a, b: archer): bool = not covered"))
        << ran.out;
    EXPECT_TRUE(says(ran, "covered \"define covered(a, b: square)")) << "what that names in turn";
    EXPECT_TRUE(says(ran, "| Abel | | wall | Bran |")) << ran.out;
}

constexpr const char* hill = R"(
player Ann
kind beast: Ox, Cat { big: bool }
open strong(b: beast) default no
rule "Big ones" { strong(b) if b.big }
rule "Small ones" { not strong(Ox) if not Ox.big }
rule "Cats" { strong(Cat) }
turn {
    choose by Ann {
        option "feeds the ox" { Ox.big := yes }
        option "waits" { nothing }
    }
    end "night"
}
check "the ox is weak" never strong(Ox)
)";

TEST(BrokenClaims, NameTheStatementWithoutWhichItWouldHold) {
    const Ran ran = check_game(hill, {"--only", "contradiction.invariant"});
    EXPECT_TRUE(says(ran, "Big ones \"strong(b) if b.big\"")) << ran.out;
    EXPECT_FALSE(says(ran, "Cats \"")) << "that is of others: " << ran.out;
}

// Without the throw the turn would go round as well; but nothing would be caught in it.
TEST(BrokenClaims, SayWhoMakesTheValueThatItAsksFor) {
    const Ran ran = check_game(R"(
player Ann
enum tribe: elf, orc
zone place: hand, field
kind thing: Plot, Spark, Vault { card: card?  at: place = field  since: order while at }
meta { effect_order: since }
printed card on thing if this.card = it and this.at = field
derived creature(t: thing): bool layer 4 = no
derived tribes(t: thing): set of tribe layer 4 = {}
card Elfplot
  Creatures are elves.
card Awake
  The vault is a creature of all tribes.
phrase line "Creatures are elves." = { for each t: thing with creature(t) { tribes(t) := {elf} } }
phrase line "The vault is a creature of all tribes." = {
    for each t: thing with t = Vault { creature(t) := yes  tribes(t) := {elf, orc} }
}
turn { end "done" }
setup "two" { Plot.card := Elfplot  Spark.card := Awake  Plot.since := 1  Spark.since := 2 }
check "all tribes" always size(tribes(Vault)) = 2
)");
    EXPECT_TRUE(says(ran,
                     "⟦ThereItIs: tribes(Vault) is {elf} by Elfplot (\"Creatures are elves.\") and Awake "
                     "(\"The vault is a creature of all tribes.\")⟧"))
        << ran.out;
    EXPECT_TRUE(says(ran, "= { for each t: thing with creature(t)")) << "what its line comes to";
    EXPECT_TRUE(says(ran, "tribes \"derived tribes(t: thing): set of tribe layer 4 = {}\"")) << ran.out;
    EXPECT_TRUE(says(ran, "Fix: correct what makes the value that the claim asks for")) << ran.out;
}

// Without whom the wait would have an end.
TEST(Claims, ThatAreKeptWaitingNameWhoGivesBackWhatARoundTakes) {
    const Ran ran = check_anns_and_bobs(R"(
kind player of 2 { sand: 0..1 = 1 }
state { active: player = Ann, extra: bool per turn, seen: bool }
define rival_of(p: player): player = if p = Ann then Bob else Ann
window main for active
rule "Hourglass" {
    may "turns it" in main by Ann if not extra cost { Ann.sand -= 1 } at once { extra := yes }
}
rule "Refill" { at dusk if active = Ann and extra { Ann.sand := 1 } }
turn {
    phase day { open main }
    phase dusk { nothing }
    phase night { settle }
    if active = Bob { seen := yes }
    if seen and active = Ann { end "the glass is empty" }
    if not extra { active := rival_of(active) }
}
check "Bob gets his turn" eventually active = Bob
)");
    EXPECT_TRUE(says(ran, "loop.wait")) << ran.out;
    EXPECT_FALSE(says(ran, "Nothing was found about 1 other: Refill.")) << ran.out;
}

// That triggers come to an end is known of every game, and nobody has claimed it.
TEST(Claims, AreClearedOnlyWhereThereAreAny) {
    const std::string bell = R"(
player Ann
state { n: 0..1 }
rule "Bell" { at noon { n := 1 } }
turn { phase noon { nothing } end "over" }
)";
    EXPECT_FALSE(says(check_game(bell), "what the spec claims")) << "it claims nothing";
    EXPECT_TRUE(says(check_game(bell + "check \"rung\" never n > 1\n"), "what the spec claims"));
}

}  // namespace
}  // namespace errata::tests
