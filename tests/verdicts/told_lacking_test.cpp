// What is told of what is not there: too few to choose from, a value that nobody changes and a statement
// reads, a board that a scenario could begin with, and the findings that were not asked for.
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told_lacking.rules", "game \"Told\"\nplayer Ann, Bob\n" + text, switches);
}

TEST(Lacking, OfTooFewToChooseFromSaysWhatIsCounted) {
    const Ran ran = litmus("two-relics");
    EXPECT_TRUE(says(ran, "\"chooses bell\" lacks number of thing with ... (1) >= 2")) << ran.out;
}

TEST(Lacking, OfWhatIsAddedUpSaysBothSides) {
    const Ran ran = litmus("even-match");
    EXPECT_TRUE(says(ran, "lacks sum over duellist (1) < Ox.strength (1)")) << ran.out;
}

// Of more than one thing that is counted it is not said which comes to how much.
TEST(Lacking, OfSumsIsToldByWhatTheyComeTo) {
    const Ran ran = check(
        "kind card of 2 { lit: bool }\n"
        "turn { choose by Ann { option \"lights\" if (1 + number of c: card with c.lit) >= 4 { "
        "nothing } } end \"night\" }\n");
    EXPECT_TRUE(says(ran, "lacks 4 <= 1 (as it is worked out there)")) << ran.out;
}

constexpr const char* toll = R"(
kind traveller: Ida { noble: bool, paid: bool, across: bool }
open may_pass(t: traveller)
rule "Gate" { may_pass(t) only if t.paid }
rule "Road" { may_pass(t) if t.noble }
turn {
    choose by Ann {
        option "sends {t}" for t: traveller with may_pass(t) { t.across := yes }
        option "stays" { nothing }
    }
    end "evening"
}
setup "any traveller" { for each t: traveller { t.noble := any } }
)";

TEST(Starts, TellWhatTheQuotedClausesReadOfWhatIsAskedAbout) {
    const Ran ran = check(toll);
    EXPECT_TRUE(says(ran, "At the start: Ida.noble = yes, Ida.paid = no")) << ran.out;
}

TEST(Starts, OfAPlayWithoutAStepTellWhereTheThingsAreThatItsOutcomesMove) {
    const Ran ran = check(R"(
enum spot: hand, field
kind hare of 2 { at: spot?, seen: bool }
reading "Who runs" {
    first "the first" { runs(h) if h = hare1 }
    second "the second" { runs(h) if h = hare2 }
}
open runs(h: hare) default no
turn { for each h: hare with runs(h) { h.at := none } end "night" }
setup "two" { hare1.at := field hare2.at := hand }
)");
    EXPECT_TRUE(says(ran, "hare1.at = field, hare2.at = hand")) << ran.out;
}

TEST(Steps, SayAboutWhichThingsOneQuestionIsAnsweredSeveralTimes) {
    const Ran ran = check(
        "state { lit, warm: bool }\nopen shines(t: 0..1)\n"
        "turn { if shines(0) { lit := yes } if shines(1) { warm := yes } end \"night\" }\n");
    EXPECT_TRUE(says(ran, "decides: shines(0): no,")) << ran.out;
    EXPECT_TRUE(says(ran, "shines(1): no)")) << ran.out;
}

// It was an internal error.
TEST(Scenarios, ThatBeginOnNoBoardFail) {
    const Ran ran = check(R"(
state { gold: 0..3 }
turn { gold := 1 end "done" }
scenario "rich" { gold := 0  require gold = 2 }
)");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_TRUE(says(ran, "It fails at the board it begins with: what it sets breaks what it requires."))
        << ran.out;
    EXPECT_TRUE(says(ran, "Settle it: change what the example sets, or what it requires.")) << ran.out;
}

TEST(Selections, SayThatTheyLeaveOthersOut) {
    const Ran ran = check(std::string(toll) + "check \"nobody crosses\" never Ida.across\n",
                          {"--only", "nobody crosses"});
    EXPECT_TRUE(says(ran, "1 error (1 asked); 1 more not asked for")) << ran.out;
}

TEST(Deadlocks, AreCalledByTheirPlace) {
    const Ran ran = check(
        "state { lit: bool }\nturn { phase dusk { choose by Ann { option \"lights\" if lit { "
        "lit := no } } } end \"night\" }\n");
    EXPECT_TRUE(says(ran, "error: Play stops at 'dusk', and the game is not over")) << ran.out;
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
    EXPECT_NE(out.find("\n    Whoever lights a lamp at dusk demands"), std::string::npos) << out;
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace errata::tests
