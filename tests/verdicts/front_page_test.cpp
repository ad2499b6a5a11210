// What a report says of the whole check: what was cleared and with which exceptions, what was not cleared
// and why, in which setups something was found, and the tables and summaries that count it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

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
    const Ran ran = check_anns(rats, {"--engine", "explicit"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(says(ran, "told.rules: not cleared: ")) << ran.out;
    EXPECT_TRUE(says(ran, "endless loops")) << ran.out;
    EXPECT_TRUE(says(ran, "(⟦FullAt: rat, 4, 8⟧)")) << ran.out;
    EXPECT_FALSE(says(ran, "no findings")) << ran.out;
}

TEST(NotCleared, SaysNothingWhereEverythingIsDecided) {
    const Ran ran = check_anns("state { dry: bool }\nturn { dry := not dry if dry { end \"dry\" } }\n");
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_TRUE(says(ran, "told.rules: no findings")) << ran.out;
    EXPECT_FALSE(says(ran, "not cleared")) << ran.out;
}

TEST(NotCleared, StandsBesideFindings) {
    const Ran ran = check_anns(std::string(rats) + "check \"no old ones\" always no r: rat with r.old\n",
                               {"--engine", "explicit"});
    EXPECT_TRUE(says(ran, "told.rules: 1 error; not cleared: ")) << ran.out;
}

TEST(NotCleared, SaysWhyEvenWithoutALimit) {
    const Ran ran = check_anns_and_bobs(R"(
zone place: deck hidden, table
kind card of 1 { at: place }
state { lit: bool }
turn {
    choose by Ann { option "lights" { lit := yes } option "waits" { nothing } }
}
check "lit" eventually lit
)");
    EXPECT_TRUE(says(ran, "not cleared: check \"lit\" (")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦NotAllSeen⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "not cleared: contradictions"))
        << "it is no question of contradictions: " << ran.out;
}

TEST(Cleared, IsNotWhatAFindingOfItsFamilyBelies) {
    const Ran ran = litmus("parked-ogre");
    EXPECT_TRUE(says(ran, "cleared: ")) << ran.out;
    EXPECT_FALSE(says(ran, "endless loops")) << ran.out;
}

TEST(Cleared, IsSaidOfLoopsWhereNoneIsFound) {
    EXPECT_TRUE(says(litmus("parked-ogre-fire"), "no findings")) << "twin";
}

constexpr const char* pacing = R"(
state { at_door: bool }
turn {
    choose by Ann {
        option "paces" { at_door := not at_door }
        option "leaves" { end "gone" }
    }
}
)";

TEST(Cleared, LoopsSayThatWholeTurnsWereNotAskedAbout) {
    constexpr const char* excluded = "endless loops (but for ⟦TurnsThatRepeat⟧";
    EXPECT_TRUE(says(check_anns_and_bobs(pacing), excluded)) << check_anns_and_bobs(pacing).out;
    const std::string asked = std::string(pacing) + "check \"it ends\" terminates\n";
    EXPECT_FALSE(says(check_anns_and_bobs(asked), excluded)) << "there it was";
    const Ran ends = check_anns_and_bobs("turn { end \"night\" }\n");
    EXPECT_TRUE(says(ends, "endless loops, what is never reached")) << ends.out;
}

constexpr const char* stalling = R"(
state { ready: set of player }
turn {
    choose by Ann { option "nods" { ready += Ann } option "waits" { nothing } }
    choose by Bob { option "nods" { ready += Bob } option "waits" { nothing } }
    if ready != {} { end "somebody nodded" }
}
check "somebody nods" eventually ready != {}
)";

TEST(Cleared, WaitsSayThatAllPlayersTogetherWereNotAskedAbout) {
    const Ran ran = check_anns_and_bobs(stalling);
    EXPECT_TRUE(says(ran, "what the spec claims (but for ⟦KeptAwayTogether⟧")) << ran.out;
}

TEST(Cleared, WhatNobodyAsksIsNotWhereThereAreTooManyArguments) {
    constexpr const char* ranks = R"(
kind knight of 8 { n: 0..1 }
open rank(a: knight, b: knight, c: knight, d: knight, e: knight): 0..1
rule "A" { rank(a, b, c, d, e) = 0 if a.n = 0 }
rule "B" { rank(a, b, c, d, e) = 1 if b.n = 1 }
turn { choose by Ann { option "waits" { nothing } } end "evening" }
)";
    const Ran ran =
        check_anns_and_bobs(ranks, {"--engine", "explicit", "--only", "contradiction.definition"});
    EXPECT_TRUE(says(ran, "⟦UnaskedPassed: rank, ⟦TooManyArguments⟧⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "Claims: 1 bounded")) << ran.out;
    const Ran solved =
        check_anns_and_bobs(ranks, {"--engine", "symbolic", "--only", "contradiction.definition"});
    EXPECT_TRUE(says(solved, "Claims: 1 bounded")) << solved.out;
}

constexpr const char* lamps_in_two_setups = R"(
state { lit: bool }
turn { choose by Ann { option "waits" { nothing } } end "night" }
check "it is dark" always not lit
setup "a lamp" { lit := yes }
setup "no lamp" { }
)";

TEST(FrontPage, SaysOnWhichSetups) {
    const Ran ran = check_anns(lamps_in_two_setups, {"--only", "it is dark"});
    EXPECT_TRUE(says(ran, "Found in the setups \"a lamp\" (1).")) << ran.out;
    const std::string one = replaced(lamps_in_two_setups, "setup \"no lamp\" { }\n", "");
    EXPECT_FALSE(says(check_anns(one), "Found in the setups")) << "there is one";
    const Ran all = check_anns(lamps_in_two_setups);
    EXPECT_TRUE(says(all, "Found in the setups \"a lamp\" (1). No finding in \"no lamp\".")) << all.out;
}

TEST(Summaries, KeepTheWidthOfThePage) {
    const auto path = scratch_file("wide.rules");
    std::ofstream(path) << "game \"Told\"\nrule \"Whoever lights a lamp at dusk\" { at dusk { light() } }\n"
                           "rule \"No lamp is lit in a house of hay and straw\" { cannot light() }\n"
                           "action light() { nothing }\n"
                           "turn { phase dusk { nothing } end \"night\" }\n";
    const std::string out = run_errata({"check", path.string(), "--summary"}).out;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
    EXPECT_NE(out.find("\n    \"Whoever lights a lamp at dusk\" demands"), std::string::npos) << out;
    std::filesystem::remove(path);
}

TEST(ReadinessTable, HasARowForEachCardAndRuleWithoutWhichAFindingWouldNotBe) {
    const Ran ran = litmus("harbour-law");
    EXPECT_TRUE(says(ran, "Pirates error contradiction.definition 1")) << ran.out;
    EXPECT_FALSE(says(ran, "Nothing was found about")) << ran.out;
}

TEST(Breaks, OfPlayLeaveOpenWhatWouldComeBehind) {
    const Ran ran = check_game(R"(
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
                     "not cleared: what is never reached, check \"a cry is heard\" ("
                     "⟦BreaksOffWith: "))
        << ran.out;
    EXPECT_FALSE(says(ran, "unreachable.")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
