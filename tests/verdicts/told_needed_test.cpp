// What a finding names, and what it only quotes: of what is left open who asks it, of those that disagree
// about what a play leans on the one by which it goes as it does. And cards that differ in a number are one
// entry.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& spec, const std::vector<std::string>& switches = {}) {
    return check_text("told_needed.rules", spec, switches);
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

// What stands between two words of the report, the first time.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find(from);
    const std::size_t end = text.find(to, begin);
    EXPECT_NE(end, std::string::npos) << from;
    return end == std::string::npos ? "" : text.substr(begin, end - begin);
}

TEST(WhatIsLeftOpen, NamesWhoAsksItAndQuotesWhoSaysSomethingElse) {
    const std::string gap = between(check(watch).out, "'spared' is left open", "Smallest game");
    const std::string named = between(gap, "does not show it", " where ");
    EXPECT_NE(named.find("Thief"), std::string::npos) << gap;
    EXPECT_EQ(named.find("Mercy"), std::string::npos) << gap;
    EXPECT_NE(between(gap, " where ", " rob ").find("Mercy"), std::string::npos) << gap;
}

TEST(WhatAPlayLeansOn, NamesBothWhoDisagreeThereAndCallsOneNeeded) {
    const Ran ran = check(watch);
    EXPECT_TRUE(says(ran, "watched: no (Night watch and Lazy watch say different things)")) << ran.out;
    const std::string gap = between(ran.out, "'spared' is left open", "Smallest game");
    const std::string named = between(gap, "does not show it", " where ");
    EXPECT_NE(named.find("Lazy watch"), std::string::npos) << "it says no, as the play has it" << gap;
    EXPECT_EQ(named.find("Night watch"), std::string::npos) << "without it the answer is no, too" << gap;
    EXPECT_EQ(gap.find("Day watch"), std::string::npos) << "it speaks of another hour" << gap;
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
    const Ran ran = check(fires);
    EXPECT_TRUE(says(ran, "The same with: Torch and Ward")) << ran.out;
    EXPECT_TRUE(says(ran, "2 findings in 1 entry")) << ran.out;
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

TEST(BrokenClaims, NameWhatMakesAnEventOneThatATriggerIsForAndWhatItsEffectReads) {
    const std::string told = between(check(hares).out, "is not always so", "Smallest game");
    for (const std::string rule : {"Thorns", "Leaps", "Hops", "Barbed"})
        EXPECT_NE(told.find(rule), std::string::npos) << rule << told;
    for (const std::string rule : {"Furred", "Skinned"})
        EXPECT_EQ(told.find(rule), std::string::npos) << "without it, it may still be so" << told;
}

// The spec without what stands there in the brackets of its rule.
std::string without(const std::string& spec, const std::string& part) {
    const std::size_t at = spec.find(part);
    return replaced(spec, spec.substr(at, spec.find('\n', at) - at), "}");
}

TEST(BrokenClaims, AreNotBrokenWithoutAnyOneOfThem) {
    for (const std::string part : {"when enter", "leap(h) counts as", "hop(h) counts as", "sting(h) +="})
        EXPECT_FALSE(says(check(without(hares, part)), "is not always so")) << part;
    const Ran ran = check(without(hares, "tender(h) if h.wet"));
    EXPECT_TRUE(says(ran, "'tender' is left open")) << ran.out;
    EXPECT_TRUE(says(ran, "By this fails, too: \"two pricks at most\" #")) << ran.out;
}

// The first song is sung because she leaps, and comes to nothing.
constexpr const char* songs = R"(
game "Songs"
player Ann
kind hare: Jill { n: 0..9, seen: bool }
rule "Leaps" { leap(h) counts as enter(h) }
rule "Storm" { cannot go() if Jill.n < 1 or Jill.seen }
rule "Song" { when enter(h) { if Jill.seen { go() } } }
action enter(h: hare) { h.seen := yes }
action leap(h: hare) { nothing }
action go() { nothing }
turn {
    leap(Jill)
    settle
    choose by Ann { option "enters" { enter(Jill) } option "sits" { nothing } }
    settle
}
)";

TEST(Triggers, NameWhatTheyAreCaughtByBeforeTheyActLast) {
    const Ran ran = check(songs);
    EXPECT_TRUE(says(ran, "Song demands 'go', Storm forbids it")) << ran.out;
    EXPECT_TRUE(says(ran, "Nothing was found about 1 other: Leaps.")) << ran.out;
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
    const Ran three = check(raised, {"--only", "never three"});
    EXPECT_TRUE(says(three, "Ban \"cannot raise(h) if yes\"")) << "what it forbids would write once more";
    const Ran two = check(raised, {"--only", "two at most"});
    EXPECT_TRUE(says(two, "Barbed \"sting(h) += 2\"")) << two.out;
    EXPECT_FALSE(says(two, "Itchy \"")) << "3 are too many, too" << two.out;
}

constexpr const char* counted = R"(
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
    const std::string told =
        between(check(counted, {"--only", "one prick"}).out, "is not always so", "Smallest");
    for (const std::string rule : {"Thorns", "Nettles", "Leaps", "Jumps"})
        EXPECT_NE(told.find(rule), std::string::npos) << rule << told;
    EXPECT_EQ(told.find("Barks"), std::string::npos) << told;
}

TEST(ReadinessTable, HasARowForEachCardAndRuleWithoutWhichAFindingWouldNotBe) {
    const Ran ran = litmus("harbour-law");
    EXPECT_TRUE(says(ran, "Pirates error contradiction.definition 1")) << ran.out;
    EXPECT_FALSE(says(ran, "Nothing was found about")) << ran.out;
}

TEST(Errors, ShowWhatTheStepChangedBeforeIt) {
    EXPECT_TRUE(says(litmus("ambush"), "springs the trap attacker: wolf → none"));
    EXPECT_FALSE(says(litmus("worn-shield"), "is possible Iron.wet")) << "nobody made what only asks";
}

TEST(NeverUsed, SaysWhatIsSoBeforeItsEventAndNoMoreByThen) {
    EXPECT_TRUE(says(litmus_unexpected("two-mourners"), "what happens there changes soldier.at."));
    EXPECT_TRUE(says(litmus_unexpected("eclipse"), "The nearest position lacks dark = yes."));
}

}  // namespace
}  // namespace errata::tests
