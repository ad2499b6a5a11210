// Objects of a pool are told by what they bear.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.h"
#include "tests/support/scratch.h"
#include "tests/support/told.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string told_of_bearers(const std::string& turn, const std::string& position) {
    const auto path = scratch_file("bearers.rules");
    std::ofstream(path) << R"(game "Bearers"
player Ann
kind unit of 3 { card: card?  awake: bool }
printed card on unit if this.card = it
card Wall
  Nobody wakes.
card Bell
  When another wakes, it wakes.
phrase line "Nobody wakes." = { cannot wake(u) }
phrase line "When another wakes, it wakes." = { when poke(u) if u != this { wake(this) } }
action poke(u: unit) { nothing }
action wake(u: unit) { u.awake := yes }
action change(u: unit) { u.card := Bell }
turn { )" << turn << R"( settle end "morning" }
setup "three" { )" << position
                        << " }\n";
    const Ran ran = run_errata({"check", "--verbose", "--only", "contradiction.must-cannot", path.string()});
    std::filesystem::remove(path);
    return ran.out;
}

constexpr const char* poking = "choose u: unit by Ann \"pokes {u}\" { poke(u) }";

TEST(Bearers, GiveObjectsTheirNames) {
    const std::string text = told_of_bearers(poking, "unit1.card := Bell unit2.card := Wall");
    EXPECT_THAT(text, HasSubstr("pokes Wall; sets off Bell "));
    EXPECT_THAT(text, HasSubstr("puts Bell (Wall) on the agenda"));
    EXPECT_THAT(text, HasSubstr("Bell.awake: no"));
}

TEST(Bearers, ChangeNothingThatIsQuotedAsItIsWritten) {
    const std::string told = check_text("bearers.rules", R"(game "Bearers"
player Ann
kind unit of 2 { card: card?  awake: bool }
printed card on unit if this.card = it
card Bell
  When poked, it wakes.
phrase line "When poked, it wakes." = { when poke(this) { this.awake := yes } }
action poke(u: unit) { nothing }
turn { choose u: unit by Ann "pokes {u}" { poke(u) } settle end "morning" }
scenario "nothing wakes" {
    unit1.card := Bell
    take "pokes {u}" by Ann with u = unit1
    then not unit1.awake
}
)")
                                 .out;
    EXPECT_THAT(told, HasSubstr("⟦FailsAtLine: then not unit1.awake, "));
    EXPECT_THAT(told, HasSubstr("Bell.awake is yes"));
}

TEST(Bearers, AreToldApartWhereTwoBearTheSame) {
    const std::string text =
        told_of_bearers(poking, "unit1.card := Bell unit2.card := Bell unit3.card := Wall");
    EXPECT_THAT(text, HasSubstr("puts Bell (unit2, Bell (unit1)) on the"));
    EXPECT_THAT(text, HasSubstr("Bell (unit2).awake: no"));
}

TEST(Bearers, ThatBecomeOthersKeepTheirNames) {
    const std::string text =
        told_of_bearers(std::string("change(unit1) ") + poking, "unit1.card := Wall unit2.card := Wall");
    EXPECT_THAT(text, HasSubstr("unit1.awake: no"));
    EXPECT_THAT(text, Not(HasSubstr("Bell.awake")));
}

// Only what fills a hole is an object; the same word around it is a word.
TEST(Bearers, AreNoWordsOfOptions) {
    const std::string told = check_text("digging.rules", R"(game "Digging"
player Ann
kind digger: May, Mark { card: card, earth: 0..5 = 3 }
printed card on digger if this.card = it
card Spade
  When anybody digs, lose one earth.
card Rope
  When anybody waits, lose one earth.
phrase line "When anybody digs, lose one earth." = { as dig(d) { d.earth -= 1 } }
phrase line "When anybody waits, lose one earth." = { as wait() { nothing } }
check "earth is left" never Mark.earth < 3
action dig(d: digger) { nothing }
action wait() { nothing }
turn {
  choose by Ann {
    option "Mark the spot: {d} digs. May it hold?" for d: digger with d = Mark { dig(d) }
    option "waits" { wait() }
  }
  settle
}
setup "two" { May.card := Spade Mark.card := Rope }
)")
                                 .out;
    EXPECT_THAT(told, HasSubstr("Mark the spot: Mark (Rope) digs. May"));
    EXPECT_THAT(told, Not(HasSubstr("May (Spade)")));
}

}  // namespace
}  // namespace errata::tests
