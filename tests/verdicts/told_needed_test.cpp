// What a finding names, and what it only quotes: of what is left open who asks it, of those that disagree
// about what a play leans on the one by which it goes as it does. And cards that differ in a number are one
// entry.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& spec) { return check_text("told_needed.rules", spec); }

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

TEST(NeverUsed, SaysWhatIsSoBeforeItsEventAndNoMoreByThen) {
    EXPECT_TRUE(says(litmus_unexpected("two-mourners"), "what happens there changes soldier.at."));
    EXPECT_TRUE(says(litmus_unexpected("eclipse"), "The nearest position lacks dark = yes."));
}

}  // namespace
}  // namespace errata::tests
