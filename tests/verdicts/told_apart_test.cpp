// What a report must not hide or gloss over: the gravest of several situations, what a finding leaves of what
// was cleared, a name that is asked for and is not there, what has no value, why something never comes, which
// rule makes it wait, and whose choices lead to a position.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

const std::string house(ERRATA_SOURCE_DIR);

Ran check(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told_apart.rules", "game \"Told\"\nplayer Ann, Bob\n" + text, switches);
}

TEST(Situations, TheGravestIsShownAndTheOthersAreNamed) {
    const Ran ran = check_spec(house + "/tests/verdicts/regressions/waits-of-two-kinds.rules");
    EXPECT_TRUE(says(ran, "from there no choice can bring it about")) << ran.out;
    EXPECT_TRUE(says(ran, "reachable from tower")) << ran.out;
    EXPECT_TRUE(says(ran, "Elsewhere: 3 steps from well; can keep it going: Bob; can break it: Bob"))
        << ran.out;
}

TEST(Situations, ThatAreAsGraveAreNamedTogether) {
    const Ran ran = check_spec(house + "/tests/verdicts/regressions/waits-of-one-kind.rules");
    EXPECT_TRUE(says(ran, "The same: 3 steps from ")) << ran.out;
    EXPECT_FALSE(says(ran, "Elsewhere: ")) << ran.out;
}

TEST(Cleared, IsNotWhatAFindingOfItsFamilyBelies) {
    const Ran ran = check_spec(house + "/specs/litmus/parked-ogre.rules");
    EXPECT_TRUE(says(ran, "cleared: ")) << ran.out;
    EXPECT_FALSE(says(ran, "endless loops")) << ran.out;
}

TEST(Cleared, IsSaidOfLoopsWhereNoneIsFound) {
    EXPECT_TRUE(says(check_spec(house + "/specs/litmus/parked-ogre-fire.rules"), "no findings")) << "twin";
}

TEST(NotCleared, SaysWhyEvenWithoutALimit) {
    const Ran ran = check(R"(
zone place: deck hidden, table
kind card of 1 { at: place }
state { lit: bool }
turn {
    choose by Ann { option "lights" { lit := yes } option "waits" { nothing } }
}
check "lit" eventually lit
)");
    EXPECT_TRUE(says(ran, "not cleared: check \"lit\" (")) << ran.out;
    EXPECT_TRUE(says(ran, "players do not see everything")) << ran.out;
    EXPECT_FALSE(says(ran, "not cleared: contradictions"))
        << "it is no question of contradictions: " << ran.out;
}

constexpr const char* stuck =
    "state { n: 0..1 }\nturn { choose by Ann { option \"goes\" if n = 1 { nothing } } }\n";

TEST(Only, TakesTheHeadlineThatIsPrinted) {
    const Ran all = check(stuck);
    ASSERT_EQ(all.code, 1) << all.out;
    const std::size_t begin = all.out.find("error: ");
    ASSERT_NE(begin, std::string::npos) << all.out;
    const std::string heading = all.out.substr(begin + 7, all.out.find(" deadlock:", begin) - begin - 7);
    const Ran one = check(stuck, {"--only", heading});
    EXPECT_EQ(one.code, 1) << one.out << one.err;
    const Ran accepted = check(stuck + ("accept \"" + heading + "\" because \"it is meant so\"\n"));
    EXPECT_TRUE(says(accepted, "it is meant so")) << accepted.out << accepted.err;
}

TEST(Only, RefusesWhatNoFindingIsCalled) {
    const Ran digits = check(stuck, {"--only", "deadbeef"});
    EXPECT_EQ(digits.code, 2) << digits.out;
    EXPECT_NE(digits.err.find("no finding has the fingerprint 'deadbeef'"), std::string::npos) << digits.err;
    const Ran title = check(stuck, {"--only", "Nobody Knows This"});
    EXPECT_EQ(title.code, 2) << title.out;
    EXPECT_FALSE(says(title, "no findings")) << title.out;
}

TEST(Accept, SaysThatAFingerprintIsTooShort) {
    const Ran ran = check(std::string(stuck) + "accept \"ab12\" because \"it is meant so\"\n");
    EXPECT_NE(ran.err.find("'ab12' is too short for a fingerprint"), std::string::npos) << ran.err;
}

TEST(Undefined, SaysWhatIsNoneInWhatAnEffectDoes) {
    const Ran ran = check_spec(house + "/specs/litmus/fallen-guard.rules");
    EXPECT_TRUE(says(ran, "unit1.owner is none by then, and its hand is asked for")) << ran.out;
    EXPECT_FALSE(says(ran, "default no")) << ran.out;
}

TEST(WhyNot, NamesWhatAlwaysTakesThePlaceOfAnEvent) {
    const Ran ran = check_spec(house + "/specs/litmus/deaf-bell.rules");
    EXPECT_TRUE(says(ran, "strike never happens: Felt (\"")) << ran.out;
}

TEST(WhyNot, NamesWhatATriggerAsksBesideItsEvent) {
    const Ran ran = check_spec(house + "/specs/litmus/sunken-bell.rules");
    EXPECT_TRUE(says(ran, "The nearest position lacks bell.at = crypt")) << ran.out;
}

TEST(WhyNot, NamesTheWayThatDoesNotLeadThere) {
    const Ran ran = check_spec(house + "/specs/litmus/cut-road.rules");
    EXPECT_TRUE(says(ran,
                     "The nearest position lacks a way from king to Harbour (king is Keep; from Keep one "
                     "comes to Mill, Ford and Isle alone)."))
        << ran.out;
}

TEST(WhyNot, NamesTheOptionThatWouldChangeItAndWhatStandsInItsWay) {
    const Ran ran = check(R"(
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

TEST(Blame, OfAWaitNamesTheProhibitionThatMakesItWait) {
    const Ran ran = check_spec(house + "/specs/litmus/parked-ogre.rules");
    EXPECT_TRUE(says(ran, "The bridge \"cannot advance()")) << ran.out;
}

TEST(Stoppers, OfAPositionAreWhoseChoicesLeadThere) {
    const Ran ran = check(
        "state { n: 0..3 }\n"
        "turn { choose by Bob { option \"adds\" { n := min(3, n + 1) } option \"waits\" { nothing } } }\n"
        "check \"few\" always n < 2\n");
    EXPECT_TRUE(says(ran, "Who decides on the way there: Bob.")) << ran.out;
    const Ran nobody = check("state { n: 0..3 }\nturn { n := min(3, n + 1) }\ncheck \"few\" always n < 2\n");
    EXPECT_TRUE(says(nobody, "Nobody has a choice on the way there.")) << nobody.out;
}

}  // namespace
}  // namespace errata::tests
