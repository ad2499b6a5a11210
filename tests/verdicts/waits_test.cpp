// What a finding says of a wait that never ends and of a position with no way out: who keeps it up, who
// could end it, what bars the way, and which of several situations is the gravest.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

TEST(Situations, TheGravestIsShownAndTheOthersAreNamed) {
    const Ran ran =
        check_spec(std::string(ERRATA_SOURCE_DIR) + "/tests/verdicts/regressions/waits-of-two-kinds.rules");
    EXPECT_TRUE(says(ran, "⟦NeverComesAbout⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "reachable from tower")) << ran.out;
    EXPECT_TRUE(says(ran, "Elsewhere: 3 steps from well; Bob decides each time whether it goes on."))
        << ran.out;
}

TEST(Situations, ThatAreAsGraveAreNamedTogether) {
    const Ran ran =
        check_spec(std::string(ERRATA_SOURCE_DIR) + "/tests/verdicts/regressions/waits-of-one-kind.rules");
    EXPECT_TRUE(says(ran, "The same: 3 steps from ")) << ran.out;
    EXPECT_FALSE(says(ran, "Elsewhere: ")) << ran.out;
}

TEST(Waits, NameTheProhibitionThatMakesThemWait) {
    const Ran ran = litmus("parked-ogre");
    EXPECT_TRUE(says(ran, "The bridge \"cannot advance()")) << ran.out;
}

TEST(Waits, QuoteWhatThereWasToChooseFromAndWhoCouldBringItAbout) {
    const Ran ran = litmus("last-guest", {"--verbose"});
    EXPECT_TRUE(says(ran, "26 choose by Ann { 27 option \"lets {g} in\"")) << ran.out;
    EXPECT_TRUE(says(ran, "table 31 phase table { 32 if some g: guest with g.at = inn")) << ran.out;
    EXPECT_TRUE(says(ran, "latest \"define latest(g: guest)")) << "that the phase names: " << ran.out;
    EXPECT_TRUE(says(ran, "Way out: Ann bars the door")) << ran.out;
}

// Bob's guest waits for the bed, and Ann's does not leave it.
const std::string inn = R"(
game "Inn"
player Ann, Bob
enum spot: bed, stable, yard
kind guest: Cook, Smith { at: spot?, waits: bool }
state { coins: 0..4, nights: 0..3 }
define is_free(s: spot): bool = no g: guest with g.at = s
action settle_in() {
    repeat while some g: guest with g.waits and is_free(bed) {
        choose g: guest with g.waits and is_free(bed) by nobody "{g} goes to bed" {
            g.at := bed
            g.waits := no
        }
    }
}
turn {
    phase evening { settle_in() }
    phase night { nights := if nights = 3 then 0 else nights + 1 }
}
setup "full" { Cook.at := bed Smith.waits := yes coins := 1 }
check "everybody sleeps" eventually no g: guest with g.waits
)";

TEST(Waits, SayWhatBarsTheWayInTheMiddleOfAnAction) {
    const Ran ran = check_spec_text(inn);
    EXPECT_TRUE(says(ran, "⟦WouldComeAbout: ⟦BarInStep: 2, Cook.at were not bed (as it is from the start)⟧⟧"))
        << ran.out;
    const Ran twin = check_spec_text(replaced(inn, "Cook.at := bed", "Cook.at := stable"));
    EXPECT_FALSE(says(twin, "loop.wait: ")) << twin.out;
}

TEST(Waits, SayHowMuchWouldDo) {
    const std::string paid = replaced(inn, "some g: guest with g.waits and is_free(bed)",
                                      "some g: guest with g.waits and coins >= 2");
    const Ran ran = check_spec_text(replaced(paid, "g: guest with g.waits and is_free(bed) by",
                                             "g: guest with g.waits and coins >= 2 by"));
    EXPECT_TRUE(says(ran, "⟦WouldComeAbout: ⟦BarInStep: 2, coins were 2 or more (1 from the start)⟧⟧"))
        << ran.out;
}

TEST(Waits, WithoutOneValueThatBarsThemSayNoMore) {
    const std::string both = replaced(inn, "is_free(s: spot): bool = no g: guest with g.at = s",
                                      "is_free(s: spot): bool = coins = 4 and no g: guest with g.at = s");
    const Ran ran = check_spec_text(both);
    EXPECT_TRUE(says(ran, "loop.wait: ⟦Called: everybody sleeps⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "⟦WouldComeAbout: ")) << ran.out;
}

TEST(Waits, ThatNobodyCanEndAreNotKeptAway) {
    const std::string hut = R"(
game "Hut"
player Ann
state { door, locked: bool }
turn {
    if not locked {
        choose by Ann { option "opens" { door := yes } option "locks" { locked := yes }
            option "waits" { nothing } }
    }
}
check "it opens" eventually door
)";
    EXPECT_TRUE(says(check_spec_text(hut), "⟦NeverComesAbout⟧")) << check_spec_text(hut).out;
    const Ran twin = check_spec_text(replaced(hut, "option \"locks\" { locked := yes }", ""));
    EXPECT_TRUE(says(twin, "⟦CanKeepAway: Ann⟧")) << twin.out;
    EXPECT_FALSE(says(twin, "⟦WouldComeAbout: ")) << "Ann can end it";
}

constexpr const char* rain = R"(
player Ann
state { dry: bool }
turn {
    phase noon { nothing }
    phase dusk { nothing }
}
check "it dries up" eventually dry
)";

TEST(Waits, InWhichNobodyChoosesAreKeptUpByNobody) {
    const Ran ran = check_game(rain);
    EXPECT_TRUE(says(ran, "loop.wait: ⟦Called: it dries up⟧")) << ran.out;
    EXPECT_TRUE(says(ran, "No player can stop it.")) << ran.out;
    EXPECT_FALSE(says(ran, "can keep it going")) << ran.out;
}

TEST(Locks, NameTheEndingAndWhatItLacksAndTheLastChoice) {
    const Ran key = litmus_unexpected("lost-key");
    EXPECT_TRUE(says(key,
                     "⟦OutOfReach: Ann is free⟧ ⟦HowNear: \"opens the door\" is never possible, for want of "
                     "key = pocket (key is well).⟧"))
        << key.out;
    EXPECT_TRUE(says(key, "lost-key.rules:18 in this position")) << key.out;
    const Ran fever = litmus_unexpected("fever-at-dawn");
    EXPECT_TRUE(says(fever, "⟦OutOfReach: good health⟧ ⟦HowNear: The nearest position lacks ill = no.⟧"))
        << fever.out;
    EXPECT_TRUE(says(fever, "fever-at-dawn.rules:29 good health \"if not ill { end \"good health\" }\""))
        << fever.out;
}

TEST(Locks, NameWhatKeepsAnEndingAway) {
    const Ran ran = check_game(R"(
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
    EXPECT_TRUE(says(ran, "⟦WouldWithoutEach: \"boil(p) only if p.hot\" (Lid)⟧")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
