// `errata cards`: what was read, and what is still to be read.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string wood = R"(game "Wood"
player Ann
kind den: left, right { card: card }
printed card on den if this.card = it { cost: 0..9 }
cards "wood.csv" as card { name: "Name", cost: "Cost", text: "Text" }
turn { phase dusk { nothing } end "night" }
setup "two" { left.card := Fox right.card := Owl }
phrase line "Sleep." = { at dusk { nothing } }
)";

class CardsCommand : public testing::Test {
protected:
    CardsCommand() : folder_(scratch_file("cards")) { fs::create_directories(folder_); }
    ~CardsCommand() override { fs::remove_all(folder_); }

    // With this table beside the game.
    Ran run(const std::string& table, std::vector<std::string> options = {}) const {
        EXPECT_TRUE(write_file(spec(), wood));
        EXPECT_TRUE(write_file((folder_ / "wood.csv").string(), table));
        options.insert(options.begin(), {"cards", (folder_ / "wood.rules").string()});
        return run_errata(options);
    }
    std::string spec() const { return (folder_ / "wood.rules").string(); }

    fs::path folder_;
};

TEST_F(CardsCommand, ListsWhatWasRead) {
    const Ran ran = run("Name,Cost,Text\nFox,2,\"Sleep.\nSleep.\"\nOwl,,Sleep.\n");
    EXPECT_EQ(ran.code, exit_passed) << ran.err;
    EXPECT_EQ(ran.out,
              "card: 2 items, 3 lines\n"
              "  Fox  cost 2  2 lines  wood.csv:2\n"
              "  Owl          1 line   wood.csv:4\n\n" +
                  spec() + ": 2 printed items, 3 lines, all of them read\n");
}

TEST_F(CardsCommand, ListsWhatIsUnreadByWording) {
    const Ran ran =
        run("Name,Cost,Text\nFox,2,Steal a hen.\nOwl,1,Fly 2 miles.\nOx,1,Fly 3 miles.\n"
            "Elk,1,\"Fly 4 miles.\nFly five miles.\"\n");
    EXPECT_EQ(ran.code, exit_inconclusive);
    EXPECT_THAT(ran.err, IsEmpty());
    EXPECT_THAT(ran.out, HasSubstr("Read by no phrase:\n"
                                   "  3 items  Fly 2 miles.\n"
                                   "           wood.csv:3:7 Owl\n"
                                   "           cannot read 'Fly' here: expected a line\n"
                                   "           phrase line \"fly {n: number} miles\" = …\n"
                                   "  1 item   Steal a hen.\n"));
    EXPECT_THAT(ran.out, HasSubstr("4 printed items, 5 lines, 5 of them read by no phrase, in 2 wordings\n"));
}

TEST_F(CardsCommand, SaysWhichWordIsProbablyMeant) {
    const Ran ran = run("Name,Cost,Text\nFox,2,Slep.\nOwl,1,Sleep.\n");
    EXPECT_THAT(ran.out, HasSubstr("perhaps 'sleep' is meant\n"));
}

TEST_F(CardsCommand, TellsOfAWrongSpecBesides) {
    const Ran ran = run("Name,Cost,Text\nFox,12,Steal a hen.\nOwl,1,Sleep.\n");
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("wood.csv:2:5: error E0304: 12 is not in 0..9"));
    EXPECT_THAT(ran.out, HasSubstr("Steal a hen."));
    EXPECT_THAT(ran.out, HasSubstr("the spec has errors, so this may not be all"));
    EXPECT_EQ(run_errata({"cards", (folder_ / "missing.rules").string()}).code, exit_wrong);
}

TEST_F(CardsCommand, PrintsJson) {
    const Ran ran = run("Name,Cost,Text\nFox,2,Steal a hen.\nOwl,1,Sleep.\n", {"--format", "json"});
    EXPECT_EQ(ran.code, exit_inconclusive);
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["result"], "some lines are not read");
    EXPECT_EQ(json["kinds"][0]["kind"], "card");
    EXPECT_EQ(json["kinds"][0]["items"][0]["name"], "Fox");
    EXPECT_EQ(json["kinds"][0]["items"][0]["values"]["cost"], "2");
    EXPECT_EQ(json["unread"][0]["items"], 1);
    EXPECT_EQ(json["unread"][0]["line"], 2);
    EXPECT_EQ(json["unread"][0]["stub"], "phrase line \"steal a hen\" = …");
}

const char* const birds =
    "Name,Cost,Text\nFox,2,Steal a hen.\nOwl,1,\"Fly 2 miles.\nHoot.\"\nOx,1,Fly 3 miles.\n"
    "Elk,1,\"Fly 4 miles.\nFly five miles.\"\nBee,1,Sleep.\n";

TEST_F(CardsCommand, SaysWhatToWriteNext) {
    const Ran ran = run(birds, {"--next"});
    EXPECT_EQ(ran.code, exit_inconclusive);
    EXPECT_EQ(ran.out,
              "To write next:\n"
              "  1  unlocks 2 items: phrase line \"fly {n: number} miles\" = …\n"
              "     wood.csv:3:8 Owl: Fly 2 miles.\n"
              "  2  unlocks 1 item: phrase line \"steal a hen\" = …\n"
              "     wood.csv:2:7 Fox: Steal a hen.\n"
              "  3  unlocks 1 item: phrase line \"hoot\" = …\n"
              "     wood.csv:4:1 Owl: Hoot.\n\n" +
                  spec() + ": 1 of 5 printed items is read, and 4 more with these 3 phrases\n");
}

TEST_F(CardsCommand, CountsWhatTheFirstPhrasesMakeReadable) {
    const Ran ran = run(birds, {"--next", "1"});
    EXPECT_THAT(
        ran.out,
        HasSubstr("1 of 5 printed items is read, and 2 more with this phrase; 2 others are wanted\n"));
    EXPECT_EQ(run(birds, {"--next", "99"}).code, exit_inconclusive);
    const Ran all = run("Name,Cost,Text\nFox,2,Sleep.\nOwl,1,Sleep.\n", {"--next"});
    EXPECT_EQ(all.code, exit_passed);
    EXPECT_EQ(all.out, spec() + ": 2 of 2 printed items are read\n");
}

TEST_F(CardsCommand, PromisesNothingThatAPhraseWouldLeaveUnread) {
    const Ran ran = run("Name,Cost,Text\nFox,2,Steal a hen. Run away.\nOwl,1,Sleep.\n", {"--next"});
    EXPECT_THAT(ran.out, HasSubstr("  1  in 1 item that lacks more: phrase line \"steal a hen\" = …\n"));
    EXPECT_THAT(ran.out, HasSubstr("1 of 2 printed items is read, and 0 more with this phrase\n"));
}

TEST_F(CardsCommand, OffersPhrasesThatAreThere) {
    const Ran ran = run("Name,Cost,Text\nFox,2,Sleep again.\nOwl,1,Sleep.\n", {"--next"});
    EXPECT_THAT(ran.out, HasSubstr("or use a phrase that is there: \"Sleep.\"\n"));
}

TEST_F(CardsCommand, CountsAPastedStubAsUnread) {
    run(birds);
    EXPECT_TRUE(write_file(spec(), wood + "phrase line \"fly {n: number} miles\" = …\n"));
    const Ran ran = run_errata({"cards", spec(), "--next"});
    EXPECT_EQ(ran.code, exit_wrong) << "a phrase without a meaning is an error of the spec";
    EXPECT_THAT(ran.out, HasSubstr("  1  unlocks 2 items: phrase line \"fly {n: number} miles\" = …\n"));
    EXPECT_THAT(ran.out, HasSubstr("     not filled in yet: wood.rules:9\n"));
    EXPECT_THAT(ran.out, HasSubstr("1 of 5 printed items is read"));
}

TEST_F(CardsCommand, PrintsWhatIsNextAsJson) {
    const auto json = nlohmann::json::parse(run(birds, {"--next", "2", "--format", "json"}).out);
    EXPECT_EQ(json["items"], 5);
    EXPECT_EQ(json["read"], 1);
    EXPECT_EQ(json["more"], 3);
    EXPECT_EQ(json["wanted"], 3);
    EXPECT_EQ(json["next"].size(), 2U);
    EXPECT_EQ(json["next"][0]["unlocks"], 2);
    EXPECT_EQ(json["next"][0]["items"], 3);
    EXPECT_EQ(json["next"][0]["lines"], 4);
    EXPECT_EQ(json["next"][0]["wording"], "fly {n: number} miles");
    EXPECT_EQ(json["next"][0]["stub"], "phrase line \"fly {n: number} miles\" = …");
}

TEST_F(CardsCommand, RefusesWhatIsNoNumberOfPhrases) {
    for (const char* const word : {"0", "-1", "many", "99999999999999999999999"}) {
        SCOPED_TRACE(word);
        const Ran ran = run(birds, {"--next", word});
        EXPECT_EQ(ran.code, exit_wrong);
        EXPECT_THAT(ran.err, HasSubstr("is no number of phrases"));
    }
    EXPECT_EQ(run(birds, {"--next", "--format", "html"}).code, exit_wrong);
}

TEST_F(CardsCommand, IsOfOneSpec) {
    run("Name,Cost,Text\nFox,2,Sleep.\nOwl,1,Sleep.\n");
    fs::copy_file(folder_ / "wood.rules", folder_ / "other.rules");
    const Ran ran = run_errata({"cards", folder_.string()});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("holds 2 specs"));
}

TEST_F(CardsCommand, LeavesTheTableAloneWhenTheSpecIsFormatted) {
    run("Name,Cost,Text\nFox,2,Sleep.\nOwl,1,Sleep.\n");
    EXPECT_EQ(run_errata({"fmt", spec()}).code, exit_passed);
    EXPECT_EQ(run_errata({"fmt", "--check", spec()}).code, exit_passed);
    EXPECT_EQ(run_errata({"cards", spec()}).code, exit_passed);
    const Ran dumped = run_errata({"dump", "--stage", "ast", spec()});
    EXPECT_THAT(dumped.out, HasSubstr("(cards (title \"wood.csv\") (names \"card\")"));
    EXPECT_THAT(dumped.out, HasSubstr("(card (name \"Fox\") (title \"card\")\n  (setting cost 2)\n"));
}

const std::string street = R"(game "Street"
player Ann
import "library/core.rules"
kind lamp: left, right { card: card, lit: bool }
printed card on lamp if this.card = it
card Keeper
  At dusk, light a lamp.
card Idler
  When it rains, light this.
phrase line "At dusk, {s: sentences}." = { at dusk { s } }
phrase line "When it rains, {s: sentences}." = { when rain() { s } }
phrase effect "light this" = do { this.lit := yes }
phrase effect "light a lamp" = do { choose l: lamp by Ann "lights {l}" { l.lit := yes } }
action rain() { nothing }
turn { phase dusk { nothing } end "night" }
setup "two" { left.card := Keeper right.card := Idler }
)";

class ReadBackCommand : public testing::Test {
protected:
    ReadBackCommand() : spec_(scratch_file("street.rules")) { EXPECT_TRUE(write_file(spec_, street)); }
    ~ReadBackCommand() override { fs::remove(spec_); }

    std::string spec_;
};

TEST_F(ReadBackCommand, TellsTwoChangesOfATextAndWhoDecided) {
    const Ran ran = run_errata({"cards", spec_, "--read", "Keeper"});
    EXPECT_EQ(ran.code, exit_passed) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("\"At dusk, light a lamp.\"\n"
                                   "    means     when the phase dusk begins:\n"
                                   "                Ann chooses one lamp l:\n"
                                   "                  l.lit becomes yes\n"));
    EXPECT_THAT(ran.out, HasSubstr("read by   line \"At dusk, {s: sentences}\""));
    EXPECT_THAT(ran.out, HasSubstr("what the heads of library/core.rules say"));
    EXPECT_THAT(ran.out, HasSubstr("in play   Ann lights left - left.lit: no to yes"));
    EXPECT_THAT(ran.out, HasSubstr("or        Ann lights right - right.lit: no to yes"));
}

// What set a text off is not what the text did.
TEST_F(ReadBackCommand, ComparesTheGameWithThatWithoutTheText) {
    const std::string wick =
        "card Wick\n  Lamps are lit at the start. (The first lamp is always lit.)\n"
        "card Snuffer\n  Lamps cannot be lit by hand.\n"
        "phrase line \"Lamps are lit at the start.\" = { when rain() { nothing } }\n"
        "phrase line \"Lamps cannot be lit by hand.\" = { cannot strike() }\n"
        "action strike() { left.lit := yes }\n"
        "rule \"Matches\" { at dusk { choose by Ann { option \"strikes\" if can strike() { strike() } "
        "option \"waits\" { rain() } } } }\n"
        "setup \"wet\" { left.card := Wick right.card := Snuffer }\n";
    EXPECT_TRUE(write_file(spec_, street + wick));
    const Ran idle = run_errata({"cards", spec_, "--read", "Wick"});
    EXPECT_THAT(idle.out, HasSubstr("left out  (The first lamp is always lit.) is taken for a reminder"));
    EXPECT_THAT(idle.out, HasSubstr("in play   it changed nothing in all "));
    const Ran forbids = run_errata({"cards", spec_, "--read", "Snuffer"});
    EXPECT_THAT(forbids.out, HasSubstr("in play   it forbids: Ann strikes"));
}

TEST_F(ReadBackCommand, SaysWhatNeverChangedAnything) {
    const Ran ran = run_errata({"cards", spec_, "--read", "Idler"});
    EXPECT_THAT(ran.out, HasSubstr("in play   it changed nothing in all "));
}

TEST_F(ReadBackCommand, KnowsTheNamesOfTheGame) {
    const Ran ran = run_errata({"cards", spec_, "--read", "Keepr"});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("no printed item is called 'Keepr'; did you mean 'Keeper'?"));
}

// What refers to nothing is no error of the set: the item waits, as one that no phrase reads does.
TEST_F(ReadBackCommand, SetsAsideWhatRefersToNothing) {
    const std::string lost =
        "card Lost\n  When it rains, polish it.\n"
        "phrase effect \"polish it\" refers to that: lamp = do { that.lit := yes }\n";
    EXPECT_TRUE(write_file(spec_, street + lost));
    const Ran ran = run_errata({"cards", spec_});
    EXPECT_EQ(ran.code, exit_inconclusive) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("Lost: 'polish it' refers to nothing before it"));
}

TEST_F(ReadBackCommand, HasAFormForPrograms) {
    const Ran ran = run_errata({"cards", spec_, "--read", "Keeper", "--format", "json"});
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["texts"][0]["examples"].size(), 2U);
    EXPECT_EQ(json["texts"][0]["examples"][0]["changes"][0]["after"], "yes");
    EXPECT_EQ(json["saw_all"], true);
}

// A text that is set off takes a step, and without it the turn has gone on: that is nothing it does.
TEST_F(CardsCommand, ATextIsNotCreditedWithWhatTheTurnDoes) {
    EXPECT_TRUE(write_file(spec(), R"(game "Clock"
player Ann, Bob
kind den: left, right { card: card?, full: bool }
state { active: player = Ann, day: 0..3 }
printed card on den if this.card = it
card Fox
  At dusk, empty a den.
phrase line "At dusk, empty a den." = {
    at dusk { choose d: den with d.full by Ann "empties {d}" { d.full := no } otherwise { nothing } }
}
turn {
    phase dusk { nothing }
    settle
    day := min(3, day + 1)
    active := if active = Ann then Bob else Ann
    if day = 3 { end "winter" }
}
setup "a fox" { left.card := Fox }
)"));
    const Ran ran = run_errata({"cards", spec(), "--read", "Fox"});
    EXPECT_THAT(ran.out, HasSubstr("it changed nothing in all"));
}

TEST_F(CardsCommand, AnApprovalHoldsAsLongAsTheTextMeansTheSame) {
    const std::string table = "Name,Cost,Text\nFox,2,Sleep.\nOwl,1,Sleep.\n";
    const Ran approving = run(table, {"--read", "Fox", "--approve"});
    EXPECT_EQ(approving.code, exit_passed) << approving.err;
    EXPECT_THAT(approving.err, HasSubstr("1 text of Fox approved in"));
    const Ran approved = run(table);
    EXPECT_EQ(approved.code, exit_passed);
    EXPECT_THAT(approved.out, HasSubstr(", all of them read; 1 text approved\n"));
    EXPECT_THAT(run(table, {"--read", "Fox"}).out, HasSubstr("approved  yes"));

    // Another layout means the same, another body does not.
    const auto with_phrase = [&](const std::string& phrase) {
        std::string changed = wood;
        changed.replace(changed.find("phrase line"), std::string::npos, phrase);
        EXPECT_TRUE(write_file(spec(), changed));
        return run_errata({"cards", spec()});
    };
    EXPECT_EQ(with_phrase("phrase line \"Sleep.\" =\n    { at dusk {\n nothing } }\n").code, exit_passed);
    const Ran lapsed = with_phrase("phrase line \"Sleep.\" = { at dusk { end \"asleep\" } }\n");
    EXPECT_EQ(lapsed.code, exit_inconclusive);
    EXPECT_THAT(lapsed.out, HasSubstr("Approved when it meant something else:\n  wood.csv:2 Fox: Sleep.\n"));
    EXPECT_THAT(lapsed.out, HasSubstr("; 0 texts approved, 1 no longer\n"));
    EXPECT_THAT(run_errata({"cards", spec(), "--read", "Fox"}).out,
                HasSubstr("it meant something else then"));
    EXPECT_EQ(run_errata({"cards", spec(), "--read", "Fox", "--approve"}).code, exit_passed);
    EXPECT_EQ(run_errata({"cards", spec()}).code, exit_passed);
}

TEST_F(CardsCommand, WhoApprovesOneCardIsToldOfTheOthersThatLapsed) {
    const std::string table = "Name,Cost,Text\nFox,2,Sleep.\nOwl,1,Sleep.\n";
    for (const char* name : {"Fox", "Owl"})
        EXPECT_EQ(run(table, {"--read", name, "--approve"}).code, exit_passed);
    std::string changed = wood;
    changed.replace(changed.find("{ at dusk { nothing } }"), std::string::npos,
                    "{ at dusk { end \"asleep\" } }\n");
    EXPECT_TRUE(write_file(spec(), changed));
    EXPECT_EQ(run_errata({"cards", spec(), "--read", "Fox", "--approve"}).code, exit_inconclusive);
    EXPECT_EQ(run_errata({"cards", spec(), "--read", "Owl", "--approve"}).code, exit_passed);
}

TEST_F(CardsCommand, ADamagedFileOfApprovalsIsNotBelieved) {
    const std::string table = "Name,Cost,Text\nFox,2,Sleep.\nOwl,1,Sleep.\n";
    const std::string file = (folder_ / "wood.approved.json").string();
    for (const std::string damaged : {"{", "{}", R"({"format": "errata-approvals-1"})",
                                      R"({"format": "errata-approvals-1", "approved": [3]})"}) {
        EXPECT_TRUE(write_file(file, damaged));
        const Ran ran = run(table);
        EXPECT_EQ(ran.code, exit_wrong) << damaged;
        EXPECT_THAT(ran.err, HasSubstr("wood.approved.json' cannot be used: ")) << damaged;
        EXPECT_EQ(run(table, {"--read", "Fox", "--approve"}).code, exit_wrong) << damaged;
    }
}

TEST_F(CardsCommand, OnlyWhatWasReadBackIsApproved) {
    const Ran ran = run("Name,Cost,Text\nFox,2,Sleep.\nOwl,1,Sleep.\n", {"--approve"});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("--approve requires --read"));
}

}  // namespace
}  // namespace errata::tests
