// What is told of a wait that never ends: what bars the way, where nobody can end it.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& spec) { return check_text("told_waits.rules", spec); }

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
    const Ran ran = check(inn);
    EXPECT_TRUE(says(ran, "It would come about in step 2 if Cook.at were not bed (as it is from the start)."))
        << ran.out;
    const Ran twin = check(replaced(inn, "Cook.at := bed", "Cook.at := stable"));
    EXPECT_FALSE(says(twin, "\"everybody sleeps\" may never")) << twin.out;
}

TEST(Waits, SayHowMuchWouldDo) {
    const std::string paid = replaced(inn, "some g: guest with g.waits and is_free(bed)",
                                      "some g: guest with g.waits and coins >= 2");
    const Ran ran = check(replaced(paid, "g: guest with g.waits and is_free(bed) by",
                                   "g: guest with g.waits and coins >= 2 by"));
    EXPECT_TRUE(says(ran, "It would come about in step 2 if coins were 2 or more (1 from the start)."))
        << ran.out;
}

TEST(Waits, WithoutOneValueThatBarsThemSayNoMore) {
    const std::string both = replaced(inn, "is_free(s: spot): bool = no g: guest with g.at = s",
                                      "is_free(s: spot): bool = coins = 4 and no g: guest with g.at = s");
    const Ran ran = check(both);
    EXPECT_TRUE(says(ran, "\"everybody sleeps\" may never")) << ran.out;
    EXPECT_FALSE(says(ran, "It would come about")) << ran.out;
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
    EXPECT_TRUE(says(check(hut), "\"it opens\" may never come about, whatever is chosen then"))
        << check(hut).out;
    const Ran twin = check(replaced(hut, "option \"locks\" { locked := yes }", ""));
    EXPECT_TRUE(says(twin, "\"it opens\" can be kept away for ever")) << twin.out;
    EXPECT_FALSE(says(twin, "It would come about")) << "Ann can end it";
}

}  // namespace
}  // namespace errata::tests
