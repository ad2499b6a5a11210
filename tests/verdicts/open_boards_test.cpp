// Setups that leave too much open to list their boards: a forced loop some steps into play is found as on any
// other board, and one that is there on a board to which no play comes stays a note.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

Ran check(const std::string& spec) { return check_text("open_boards.rules", spec); }

// Whoever steps onto a burning square is burnt, and burnt again, and so on.
const std::string moor = R"(
game "Burning moor"
player Ann
grid square 5 x 5 { wall, fire: bool }
kind imp: Imp { at: square = a1 }
rule "Burn" { when step_on(q) if q.fire { step_on(q) } }
action step_on(q: square) { nothing }
turn {
    phase walk {
        choose q: square with adjacent(Imp.at, q) and not q.wall by Ann "goes to {q}" {
            Imp.at := q
            step_on(q)
        } otherwise { end "walled in" }
    }
}
setup "a moor" { for each q: square { q.wall := any q.fire := any } }
)";

TEST(OpenBoards, LoopsInPlayAreFound) {
    const Ran ran = check(moor);
    EXPECT_TRUE(says(ran, "error: \"Burn\" repeats for ever, and no player has a choice")) << ran.out;
    EXPECT_TRUE(says(ran, "reachable from a moor")) << ran.out;
}

TEST(OpenBoards, LoopsWhereNoPlayComesAreNotes) {
    const Ran ran = check(replaced(moor, "if q.fire {", "if q.wall {"));
    EXPECT_TRUE(says(ran, "note: \"Burn\" repeats for ever, and no player has a choice")) << ran.out;
    EXPECT_TRUE(says(ran, "⟦LookedAhead: 16⟧")) << ran.out;
}

TEST(OpenBoards, LoopsSeveralStepsIntoPlayAreFound) {
    const Ran ran = check(replaced(moor, "if q.fire {", "if q.fire and q in {c3, d3} {"));
    EXPECT_TRUE(says(ran, "error: \"Burn\" repeats for ever, and no player has a choice")) << ran.out;
    EXPECT_TRUE(says(ran, "goes to c3") || says(ran, "goes to d3")) << ran.out;
}

TEST(OpenBoards, RequirementsOfTheSetupHold) {
    const Ran ran = check(
        replaced(moor, "q.fire := any }", "q.fire := any } require no q: square with q.fire and q != e5"));
    EXPECT_TRUE(says(ran, "⟦ForEver: Burn⟧")) << ran.out;
    EXPECT_FALSE(says(ran, "Burn (b1)")) << ran.out;
}

}  // namespace
}  // namespace errata::tests
