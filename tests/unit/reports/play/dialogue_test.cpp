// A dialogue with strings in and strings out: what it shows, what it takes back, what it saves.
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "tests/support/codes.h"
#include "tests/support/golden.h"
#include "tests/support/program.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using reports::exit_passed;
using reports::exit_wrong;
using testing::HasSubstr;
using testing::Not;

const std::string orchard = R"(game "Orchard"
player Ann
enum place: hand, table
state { trees: 0..3 = 1 }
kind creature: first, second { card: card at: place }
printed card on creature if this.card = it and this.at = table
card Beaver
  When a tree is planted, fell a tree.
card Hermit
  Trees cannot be felled.
phrase line "When a tree is planted, fell a tree." = { when plant() { fell() } }
phrase line "Trees cannot be felled." = { cannot fell() }
action plant() { trees += 1 }
action fell() { trees -= 1 }
turn {
    phase main {
        choose by Ann {
            option "plays {c}" for c: creature with c.at = hand { c.at := table }
            option "plants" if trees < 3 { plant() }
            option "stops" { end "enough" }
        }
    }
    phase weather {
        choose by chance {
            option "rain" { nothing }
            option "sun" { nothing }
        }
    }
}
setup "both" {
    first.card := Beaver
    second.card := Hermit
}
setup "any" {
    first.card := any
    second.card := any
    require first.card != second.card
}
check "not bare" always trees > 0
)";

class Playing : public testing::Test {
protected:
    Playing()
        : root_(
              fs::path(testing::TempDir()) /
              ("errata_play_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
        fs::remove_all(root_);
        fs::create_directories(root_);
        EXPECT_TRUE(reports::write_file(path("orchard.rules"), orchard));
    }
    ~Playing() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return (root_ / name).string(); }
    std::string play(const std::string& typed) const {
        const Ran ran = run_errata({"play", path("orchard.rules")}, typed);
        EXPECT_EQ(ran.code, exit_passed) << ran.err;
        EXPECT_EQ(ran.err, "");
        return ran.out;
    }

    fs::path root_;
};

TEST_F(Playing, ShowsThePositionAndNumbersTheOptions) {
    EXPECT_EQ(play(""),
              "Orchard. A number chooses; `help` tells what else there is.\n"
              "\n"
              "From both\n"
              "   1  rules  a turn begins    orchard.rules:15\n"
              "\n"
              "  Now: trees = 1, second.card = Hermit\n"
              "  Ann chooses: main\n"
              "    1  plays first (Beaver)\n"
              "    2  plays second (Hermit)\n"
              "    3  plants\n"
              "    4  stops\n"
              "> \n");
}

TEST_F(Playing, CarriesOutWhatIsChosenAndWhatTheRulesMakeOfIt) {
    const std::string out = play("1\n");
    EXPECT_THAT(out, HasSubstr("> 1\n"));
    EXPECT_THAT(out, HasSubstr("   2  Ann  plays first (Beaver)  first.at: hand → table"));
    EXPECT_THAT(out, HasSubstr("Chance decides: weather\n    1  rain\n    2  sun\n"));
}

TEST_F(Playing, TakesBack) {
    const std::string out = play("undo\n1\nundo\n");
    EXPECT_THAT(out, HasSubstr("> undo\n  Nothing has been chosen yet\n"));
    const std::string last = out.substr(out.rfind("> undo"));
    EXPECT_THAT(last, HasSubstr("1  plays first"));
    EXPECT_THAT(last, Not(HasSubstr("first.at")));
}

TEST_F(Playing, TellsTheEnd) {
    const std::string out = play("4\n1\n");
    EXPECT_THAT(out, HasSubstr("The game is over: enough"));
    EXPECT_THAT(out, HasSubstr("There is nothing to choose here; `undo` goes back, `setup` begins anew"));
}

TEST_F(Playing, TellsAContradictionAsAFindingAndLetsOneDecideIt) {
    const std::string out = play("1\n1\n1\n1\n1\n");  // both are played, then a tree is planted
    EXPECT_THAT(out, HasSubstr("error: \"Beaver\" demands \"fell\", and \"Hermit\" forbids it\n"
                               "  contradiction.must-cannot: Beaver against Hermit: fell"));
    EXPECT_THAT(out, HasSubstr("Fix: "));
    EXPECT_THAT(out, HasSubstr("The rules leave open what happens: Beaver (this: first)"));
    EXPECT_LT(out.find("contradiction.must-cannot: "), out.find("The rules leave open"))
        << "told before it is decided";
    EXPECT_THAT(out, HasSubstr("(left open; here by Hermit: 'fell' does not happen)"));
}

TEST_F(Playing, TellsWhichClausesAChoiceUses) {
    const std::string out = play("why 3\n3?\nwhy 9\n");
    EXPECT_THAT(out, HasSubstr("  plants\n"));
    EXPECT_THAT(out, HasSubstr("orchard.rules:13  plant    \"action plant() { trees += 1 }\""));
    EXPECT_THAT(out, HasSubstr("It changes trees: 1 → 2, phase: main → weather."));
    EXPECT_THAT(out, HasSubstr("Give a number from 1 to 4"));
}

TEST_F(Playing, ShowsEverythingOnDemand) {
    EXPECT_THAT(play("show\n"), HasSubstr("first.card = Beaver"));
    EXPECT_THAT(play(""), Not(HasSubstr("first.card = Beaver"))) << "it is as it was declared";
}

TEST_F(Playing, BeginsFromAnotherSetupAndPosition) {
    const std::string out = play("setup\nsetup 2 2\n");
    EXPECT_THAT(out, HasSubstr("    1  both\n    2  any\n"));
    EXPECT_THAT(out, HasSubstr("From any, position 2 of 2"));
}

TEST_F(Playing, ChoosesAtRandomInTheSameWayEachTime) { EXPECT_EQ(play("random 4\n"), play("random 4\n")); }

TEST_F(Playing, HelpsAndCorrects) {
    const std::string out = play("?\nudno\n\nquit\n1\n");
    EXPECT_THAT(out, HasSubstr("save FILE"));
    EXPECT_THAT(out, HasSubstr("'udno' is no command; did you mean 'undo'?"));
    EXPECT_THAT(out, Not(HasSubstr("> 1"))) << "nothing is read after quit";
}

TEST_F(Playing, SavesAScenarioThatHolds) {
    const std::string out = play("2\n1\n2\nsave " + path("planted") + "\n");
    EXPECT_THAT(out, Not(HasSubstr("does not hold")));
    const std::string saved = dsl::DiskReader().read(path("planted.rules")).value_or("");
    EXPECT_EQ(saved,
              "import \"orchard.rules\"\n"
              "\n"
              "scenario \"planted\" {\n"
              "    second.card := Hermit\n"
              "    Ann \"plays {c}\" second\n"
              "    chance \"rain\"\n"
              "    Ann \"plants\"\n"
              "    until phase = weather and trees = 2 and second.at = table\n"
              "}\n");
    const Ran test = run_errata({"test", path("planted.rules")});
    EXPECT_EQ(test.code, exit_passed) << test.out << test.err;
}

TEST_F(Playing, SavesWhatWasPlayedWhenAPlayerOrders) {
    const std::string spec =
        "game \"Bell\"\nplayer Ann\nstate { n: 0..9 = 1 }\naction ring() { nothing }\n"
        "rule \"Add\" { when ring() { n += 1 } }\nrule \"Double\" { when ring() { n := 2 * n } }\n"
        "meta { trigger_order: Ann }\n"
        "turn { choose by Ann { option \"rings\" { ring() } } settle end \"over\" }\n";
    ASSERT_TRUE(reports::write_file(path("bell.rules"), spec));
    const Ran ran = run_errata({"play", path("bell.rules")}, "1\n1\nsave " + path("rung") + "\n");
    EXPECT_THAT(ran.out, Not(HasSubstr("does not hold"))) << ran.out;
    const Ran test = run_errata({"test", path("rung.rules")});
    EXPECT_EQ(test.code, exit_passed) << test.out << test.err;
}

// The saved scenario is read with what the spec imports from Errata's own folder.
TEST_F(Playing, SavesWhatWasPlayedWithAProfile) {
    const std::string spec =
        "game \"Lamps\"\nimport \"profiles/stack.rules\"\nplayer Ann, Bob\nstate { lit: bool }\n"
        "turn { phase evening { choose by Ann { option \"lights\" { lit := yes } } } end \"night\" }\n";
    ASSERT_TRUE(reports::write_file(path("lamps.rules"), spec));
    const Ran ran = run_errata({"play", path("lamps.rules")}, "1\nsave " + path("lit") + "\n");
    EXPECT_THAT(ran.out, HasSubstr("Saved:"));
    EXPECT_THAT(ran.out, Not(HasSubstr("does not hold"))) << ran.out;
}

TEST_F(Playing, SaysWhenASetupAllowsNoPosition) {
    const std::string spec =
        "game \"None\"\nstate { n: 0..2 }\nturn { end \"over\" }\n"
        "setup \"never\" { n := any require n > 1 and n < 2 }\n";
    ASSERT_TRUE(reports::write_file(path("none.rules"), spec));
    const Ran ran =
        run_errata({"play", path("none.rules")}, "show\n1\nwhy 1\nundo\nrandom\nsave " + path("x") + "\n");
    EXPECT_THAT(ran.out, HasSubstr("From never: no position was found that it allows"));
    EXPECT_THAT(ran.out, HasSubstr("There is no position to play from"));
}

TEST_F(Playing, SaysWhyAnOptionIsNotThere) {
    const std::string spec =
        "game \"Dues\"\nplayer Ann\nstate { coins: 0..5 = 1 }\n"
        "turn { phase noon { choose by Ann { option \"pays\" if coins >= 3 { end \"paid\" } option "
        "\"waits\" { coins += 1 } } } }\n";
    ASSERT_TRUE(reports::write_file(path("dues.rules"), spec));
    const Ran ran = run_errata({"play", path("dues.rules")}, "why not pays\nwhy not waits\n");
    EXPECT_THAT(ran.out, HasSubstr("\"pays\" is not possible, for want of coins >= 3"));
    EXPECT_THAT(ran.out, HasSubstr("all that do are offered here"));
}

TEST_F(Playing, SaysWhyThisOneIsNotThereAndWhoForbidsIt) {
    const std::string spec = R"(game "House"
player Ann
enum room: attic, cellar
state { steps: 0..9, lamp: bool }
open passable(r: room) default yes
rule "Dark" { not passable(r) if r = cellar and not lamp }
rule "Oil" { cannot light() if steps < 5 }
action light() { lamp := yes }
turn {
    choose by Ann {
        option "goes to {r}" for r: room with passable(r) { steps += 1 }
        option "lights" if can light() { light() }
    }
}
)";
    ASSERT_TRUE(reports::write_file(path("house.rules"), spec));
    const Ran ran = run_errata({"play", path("house.rules")}, "why not goes to cellar\nwhy not lights\n");
    EXPECT_THAT(ran.out,
                HasSubstr("\"goes to cellar\" is not possible, for want of passable(cellar) = yes."));
    EXPECT_THAT(ran.out, HasSubstr("It would be possible without Dark (\"not passable(r) if"));
    EXPECT_THAT(ran.out, HasSubstr("It would be possible without Oil (\"cannot light() if steps < 5\")."));
}

TEST_F(Playing, DoesNotSaveOverTheSpec) {
    const Ran ran = run_errata({"play", path("orchard.rules")}, "1\nsave " + path("orchard.rules") + "\n");
    EXPECT_THAT(ran.out, HasSubstr("is a file of the spec"));
    EXPECT_EQ(read_text(path("orchard.rules")), orchard);
}

// Objects of a pool go by the cards that they bear, in options, steps and `why not`.
TEST_F(Playing, CallsObjectsByTheirCards) {
    const std::string spec = R"(game "Hands"
player Ann
zone place: hand, field
kind piece of 2 { card: card?, at: place = hand }
state { coins: 0..3 = 1, sung: 0..3 }
printed card on piece if this.card = it and this.at = field { cost: 0..3 }
card "Reed Cutter", cost: 1
  At dusk, sing.
card Pike, cost: 3
  At dusk, sing.
phrase line "At dusk, sing." = { at dusk { sung += 1 } }
meta { trigger_order: Ann }
turn {
    choose by Ann {
        option "plays {p}" for p: piece with p.at = hand and p.card is not none and p.card.cost <= coins {
            coins -= p.card.cost
            p.at := field
        }
        option "passes" { nothing }
    }
    phase dusk { end "night" }
}
setup "two in hand" { piece1.card := "Reed Cutter" piece2.card := Pike }
)";
    ASSERT_TRUE(reports::write_file(path("hands.rules"), spec));
    const Ran ran =
        run_errata({"play", path("hands.rules")}, "why not plays Pike\nwhy not plays piece2\n1\n");
    EXPECT_THAT(ran.out, HasSubstr("1  plays Reed Cutter\n"));
    const std::string lacking = "\"plays Pike\" is not possible, for want of";
    const std::size_t first = ran.out.find(lacking);
    ASSERT_NE(first, std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find(lacking, first + 1), std::string::npos) << "by the name of the spec as well";
    EXPECT_THAT(ran.out, HasSubstr("Reed Cutter.at: hand"));
}

TEST_F(Playing, StopsWhereTheRulesRepeatThemselves) {
    const std::string spec =
        "game \"Bells\"\nplayer Ann\nenum bell: glass, brass\naction ring(b: bell) { nothing }\n"
        "rule \"Echo\" { when ring(glass) { ring(brass) } when ring(brass) { ring(glass) } }\n"
        "turn { phase noon { choose by Ann { option \"rings\" { ring(glass) } option \"stops\" { end "
        "\"quiet\" } } } }\n";
    ASSERT_TRUE(reports::write_file(path("bells.rules"), spec));
    const Ran ran = run_errata({"play", path("bells.rules")}, "1\n");
    EXPECT_THAT(ran.out, HasSubstr("this repeats for ever"));
}

TEST_F(Playing, SaysWhenASpecCannotBePlayed) {
    ASSERT_TRUE(reports::write_file(path("bad.rules"), "game \"Bad\"\n"));
    const Ran ran = run_errata({"play", path("bad.rules")});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_EQ(ran.out, "");
}

}  // namespace
}  // namespace errata::tests
