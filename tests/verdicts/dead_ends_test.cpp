// What a finding says of a choice with nothing to choose: what each option lacks, which clauses are to
// blame, and what is left unanswered because play breaks off there.
#include <gtest/gtest.h>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

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
    const Ran ran = check_spec_text(smithy, {"--only", "deadlock"});
    EXPECT_TRUE(says(ran, "⟦ThereItIs: \"forges Sword\" lacks Sword.forged = no; ")) << ran.out;
    EXPECT_TRUE(says(ran, "\"forges Helm\" lacks coins >= 4 (coins is 2)")) << ran.out;
    EXPECT_TRUE(says(ran, "\"forges Spoon\" lacks coins >= 5 (coins is 2)")) << ran.out;
    EXPECT_FALSE(says(ran, "never above")) << "one position was looked at";
    EXPECT_TRUE(says(ran, "Sword.forged = yes")) << "at the start: " << ran.out;
}

TEST(NothingToChoose, NamesTheSmallerOfTwoMinimalSets) {
    const Ran ran = check_spec_text(smithy, {"--only", "deadlock"});
    EXPECT_TRUE(says(ran, "deadlock: ⟦LeavesNoOption: Blade, ")) << "not Crest and Ladle: " << ran.out;
}

TEST(NothingToChoose, IsSettledAtTheChoice) {
    const Ran ran = check_spec_text(smithy, {"--only", "deadlock"});
    EXPECT_TRUE(says(ran, "Fix: add `otherwise { ... }` to the choice at ") &&
                says(ran, "told.rules:22, make"))
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
    const Ran ran = check_spec_text(dye);
    EXPECT_TRUE(says(ran,
                     "\"dyes it red\" lacks red not in used (nothing changes that), and so do green and "
                     "blue"))
        << ran.out;
    EXPECT_TRUE(says(ran, "⟦ThereItIs: \"dyes it grey\" lacks Wool.dyed != grey (Wool.dyed is grey);"))
        << "the nearest first: " << ran.out;
    EXPECT_TRUE(says(ran, "At the start: used = {red, green, blue}")) << ran.out;
}

constexpr const char* row_of_tiles = R"(
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
    const Ran ran = check_spec_text(row_of_tiles);
    EXPECT_FALSE(says(ran, "T1.at != none")) << "it lies there: " << ran.out;
    EXPECT_TRUE(says(ran, "\"lays it on west\" lacks T1.edge = yes")) << ran.out;
}

TEST(NothingToChoose, IsCalledByItsPlace) {
    const Ran ran = check_anns_and_bobs(
        "state { lit: bool }\nturn { phase dusk { choose by Ann { option \"lights\" if lit { "
        "lit := no } } } end \"night\" }\n");
    EXPECT_TRUE(says(ran, "error: Play stops at \"dusk\" although the game is not over")) << ran.out;
}

TEST(NothingToChoose, OfTooFewSaysWhatIsCounted) {
    const Ran ran = litmus("two-relics");
    EXPECT_TRUE(says(ran, "\"chooses bell\" lacks number of thing with ... (1) >= 2")) << ran.out;
}

// Of more than one thing that is counted it is not said which comes to how much.
TEST(NothingToChoose, ForWantOfASumSaysWhatItComesTo) {
    const Ran ran = check_anns_and_bobs(
        "kind card of 2 { lit: bool }\n"
        "turn { choose by Ann { option \"lights\" if (1 + number of c: card with c.lit) >= 4 { "
        "nothing } } end \"night\" }\n");
    EXPECT_TRUE(says(ran, "lacks 4 <= 1 (as it is worked out there)")) << ran.out;
}

TEST(Breaks, LeaveOpenWhetherTextMatters) {
    const Ran ran = check_spec_text(smithy);
    EXPECT_FALSE(says(ran, "redundant")) << "behind the deadlock it may matter: " << ran.out;
    EXPECT_TRUE(says(ran, "Not analysed: ⟦TextBrokenOff⟧")) << ran.out;
    const Ran twin =
        check_spec_text(replaced(smithy, "{ forge(i) }\n    }", "{ forge(i) } otherwise { nothing }\n    }"));
    EXPECT_TRUE(says(twin, "redundant")) << twin.out;
}

// A scenario asks what no rule asks.
TEST(DeadText, IsNoneThatAScenarioNeeds) {
    constexpr const char* game = R"(
kind knight: Ash, Elm { card: badge? }
printed badge on knight if this.card = it
badge Armour
  Its bearer has 1 more power.
derived power(k: knight): 0..9 = 1
phrase line "Its bearer has 1 more power." = { power(this) += 1 }
turn { choose k: knight by Ann "rests {k}" { nothing } }
setup "both" { Ash.card := Armour }
)";
    EXPECT_TRUE(says(check_anns(game), "dead-text")) << check_anns(game).out;
    const Ran asked = check_anns(std::string(game) + R"(
scenario "Ash is strong" from "both" { then power(Ash) = 2 }
)");
    EXPECT_FALSE(says(asked, "dead-text")) << asked.out;
}

// No condition and no code has anything of them, so no state tells that they never matter.
TEST(DeadText, IsWhatForbidsOrReplacesWhatNothingPerforms) {
    const auto told = [](const std::string& rule, const std::string& done) {
        return check_anns(
            "kind unit: Knight, Bow { gone: bool }\n"
            "action blast(u: unit) { u.gone := yes }\naction slay(u: unit) { u.gone := yes }\n"
            "rule \"Immune\" { " +
            rule +
            " }\n"
            "turn { choose u: unit by Ann \"strikes {u}\" { " +
            done + "(u) } end \"over\" }\n");
    };
    for (const char* const rule : {"cannot blast(u) if u = Knight", "instead of blast(u) { slay(u) }"}) {
        EXPECT_TRUE(says(told(rule, "slay"), "⟦NothingPerforms: blast⟧")) << rule;
        EXPECT_FALSE(says(told(rule, "blast"), "NothingPerforms")) << rule;
    }
}

}  // namespace
}  // namespace errata::tests
