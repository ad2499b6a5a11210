// `errata screen` as a person calls it: shares of the sets, sets with new cards, cards that cannot be read.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

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
using testing::Not;

class ScreenOf : public testing::Test {
protected:
    ScreenOf() {
        fs::remove_all(root_);
        fs::create_directories(root_);
        write("game.rules", game);
        write("old.rules", old_cards);
        write("dusk.rules", new_cards);
    }
    ~ScreenOf() override { fs::remove_all(root_); }

    void write(const std::string& name, const std::string& text) const {
        EXPECT_TRUE(write_file(path(name), text));
    }
    std::string path(const std::string& name) const { return (root_ / name).string(); }
    Ran screen(std::vector<std::string> words) const {
        words.insert(words.begin(), {"screen", path("game.rules")});
        return run_errata(words);
    }
    nlohmann::json screened(std::vector<std::string> words) const {
        words.insert(words.end(), {"--format", "json"});
        return nlohmann::json::parse(screen(words).out);
    }

    const std::string game = R"(game "Court"
import "old.rules"
import "dusk.rules"
player Ann
enum sound: silence, ding, dong
enum age: first, second
kind seat of 2 { card: card?  there: bool  hurt: bool }
state { last: sound }
printed card on seat if this.card = it and this.there { price: 0..9 = 1  from: age = first }
action say(s: sound) { last := s }
action harm(s: seat) { s.hurt := yes }
turn {
    phase day {
        choose by Ann {
            option "says ding" { say(ding) }
            option "waits" { nothing }
        }
    }
    end "over"
}
category effect is statements
phrase line "When Ann says {s: sound}, {e: effect}." = { when say(s) { e } }
phrase line "When Ann says {s: sound}, hurt all." = {
    when say(s) { for each t: seat with t.there { harm(t) } }
}
phrase line "Nobody is hurt." = { cannot harm(s) }
phrase effect "say {s: sound}" = do { say(s) }
)";
    const std::string old_cards =
        "card Bell\n  When Ann says ding, say dong.\ncard Saint\n  Nobody is hurt.\n"
        "card Reaper\n  When Ann says ding, hurt all.\n";
    const std::string new_cards = "card Echo, from: second\n  When Ann says dong, say ding.\n";
    fs::path root_ = scratch_file("screen");
};

// What a person goes by: which findings, with plays of which length.
std::set<std::string> findings_of(const nlohmann::json& report) {
    std::set<std::string> found;
    for (const nlohmann::json& finding : report["findings"]) {
        const nlohmann::json& witness = finding["witness"];
        const std::size_t steps = witness.is_null() ? 0 : witness["steps"].size();
        found.insert(finding["title"].get<std::string>() + finding["fingerprint"].get<std::string>() +
                     std::to_string(steps));
    }
    return found;
}

std::map<std::string, std::string> statuses_of(const nlohmann::json& report) {
    std::map<std::string, std::string> statuses;
    for (const nlohmann::json& verdict : report["verdicts"]) statuses[verdict["claim"]] = verdict["status"];
    return statuses;
}

std::size_t sets_in(const nlohmann::json& report) {
    std::size_t sum = 0;
    for (const nlohmann::json& sets : report["screened"]["sets"]) sum += sets["sets"].get<std::size_t>();
    return sum;
}

TEST_F(ScreenOf, ShardsJoinToWhatTheWholeRunSays) {
    const nlohmann::json whole = screened({});
    ASSERT_GE(whole["findings"].size(), 2U) << whole["findings"].dump(1);
    std::vector<std::string> merge = {"merge", "--format", "json"};
    std::size_t sets = 0;
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const std::string file = path(std::string(1, shard[0]) + ".json");
        const nlohmann::json part = screened({"--shard", shard, "--save-results", file});
        sets += sets_in(part);
        merge.push_back(file);
    }
    EXPECT_EQ(sets, sets_in(whole));
    const Ran ran = run_errata(merge);
    EXPECT_EQ(ran.code, exit_findings) << ran.err;
    const nlohmann::json merged = nlohmann::json::parse(ran.out);
    EXPECT_EQ(findings_of(merged), findings_of(whole));
    EXPECT_EQ(statuses_of(merged), statuses_of(whole));
    EXPECT_EQ(merged["screened"], whole["screened"]);
}

// Some shards then have no set of one size, and most lack some card.
TEST_F(ScreenOf, MoreShardsThanCardsJoinAsWell) {
    for (const char* const size : {"1", "2"}) {
        const nlohmann::json whole = screened({"--size", size});
        std::vector<std::string> merge = {"merge", "--format", "json"};
        for (int shard = 1; shard <= 9; ++shard) {
            merge.push_back(path(std::to_string(shard) + ".json"));
            screen({"--size", size, "--shard", std::to_string(shard) + "/9", "--save-results", merge.back()});
        }
        const Ran ran = run_errata(merge);
        const nlohmann::json merged = nlohmann::json::parse(ran.out, nullptr, false);
        ASSERT_FALSE(merged.is_discarded()) << ran.err;
        EXPECT_EQ(ran.code, screen({"--size", size}).code);
        EXPECT_EQ(merged["result"], whole["result"]);
        EXPECT_EQ(findings_of(merged), findings_of(whole));
        EXPECT_EQ(statuses_of(merged), statuses_of(whole));
        EXPECT_EQ(merged["screened"], whole["screened"]);
        // Of no claim that holds it is said so while a shard is missing.
        merge.pop_back();
        const nlohmann::json without = nlohmann::json::parse(run_errata(merge).out);
        EXPECT_NE(without["result"], "ok");
        for (const nlohmann::json& verdict : without["verdicts"])
            EXPECT_NE(verdict["status"], "complete") << verdict["claim"];
        merge[2] = "text";
        EXPECT_THAT(run_errata(merge).out, Not(HasSubstr("; cleared: ")));
    }
}

// What the spec expects may be in the other shards, or not be there at all.
TEST_F(ScreenOf, AMissingShardIsMissedThoughSomethingIsExpected) {
    write("dusk.rules", new_cards + "expect loop.mandatory\n");
    screen({"--shard", "1/4", "--save-results", path("1.json")});
    const Ran ran = run_errata({"merge", path("1.json")});
    EXPECT_NE(ran.code, exit_passed) << ran.out;
}

TEST_F(ScreenOf, TheCommandThatTellsMoreHasTheSize) {
    const Ran ran = screen({"--size", "2", "--save-results", path("all.json")});
    EXPECT_THAT(ran.out, HasSubstr("In full: `errata screen " + root_.string()));
    EXPECT_THAT(ran.out, HasSubstr(" --size 2 --only"));
    EXPECT_THAT(run_errata({"merge", path("all.json")}).out, HasSubstr(" --size 2 --only"));
}

TEST_F(ScreenOf, AMissingShardIsMissed) {
    write("old.rules", "card Bell\n  When Ann says ding, say dong.\n");
    write("dusk.rules", "card Deaf\n  When Ann says silence, say ding.\n");
    ASSERT_EQ(screen({}).code, exit_inconclusive) << "Deaf never acts" << screen({}).out;
    screen({"--shard", "1/2", "--save-results", path("1.json")});
    screen({"--shard", "2/2", "--save-results", path("2.json")});
    screen({"--shard", "2/3", "--save-results", path("other.json")});
    EXPECT_THAT(run_errata({"merge", path("1.json"), path("2.json")}).out, Not(HasSubstr("shard 1 of 2")));
    const Ran ran = run_errata({"merge", path("2.json")});
    EXPECT_EQ(ran.code, exit_inconclusive);
    EXPECT_THAT(ran.out, HasSubstr("Not analysed: shard 1 of 2 is in none of the merged files"));
    const Ran mixed = run_errata({"merge", path("1.json"), path("other.json")});
    EXPECT_EQ(mixed.code, exit_wrong);
    EXPECT_THAT(mixed.err, HasSubstr("it speaks of another spec, scope or shares"));
}

TEST_F(ScreenOf, SomeShardsAreNone) {
    for (const char* word : {"0/3", "4/3", "3", "3/", "a/b", "1/3x", "1/99999"}) {
        const Ran ran = screen({"--shard", word});
        EXPECT_EQ(ran.code, exit_wrong) << word;
        EXPECT_THAT(ran.err, HasSubstr(std::string("'") + word + "' is no shard"));
    }
}

TEST_F(ScreenOf, NewCardsMeetAllOthers) {
    for (const char* name : {"dusk", "second"}) {
        const nlohmann::json report = screened({"--new", name});
        for (const nlohmann::json& sets : report["screened"]["sets"])
            EXPECT_EQ(sets["sets"], sets["items"] == 1 ? 1 : 4) << name;
        EXPECT_EQ(report["findings"].size(), 1U) << report["findings"].dump(1);
        EXPECT_THAT(report["findings"][0]["title"].get<std::string>(), HasSubstr("Bell and Echo"));
    }
    const Ran unknown = screen({"--new", "dsuk"});
    EXPECT_EQ(unknown.code, exit_wrong);
    EXPECT_THAT(unknown.err, HasSubstr("no card is of the set 'dsuk'"));
    EXPECT_THAT(unknown.err, HasSubstr("did you mean 'dusk'?"));
}

TEST_F(ScreenOf, CardsThatCannotBeReadAreSetAside) {
    write("old.rules", "card Bell\n  When Ann says ding, say dong.\ncard Odd\n  Frobnicate all.\n");
    write("dusk.rules", "card Deaf\n  When Ann says silence, say ding.\n");
    const Ran ran = screen({});
    EXPECT_EQ(ran.code, exit_inconclusive) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("1 of 3 printed items set aside, for no phrase reads some line: Odd."));
    const Ran full = screen({"--verbose"});
    EXPECT_THAT(full.out, HasSubstr("not cleared: 1 of 3 printed items unread"));
    EXPECT_THAT(full.out, HasSubstr("Unread, and so on no table: Odd"));
    const nlohmann::json report = screened({});
    EXPECT_EQ(report["screened"]["unread"], nlohmann::json({"Odd"}));
    for (const nlohmann::json& sets : report["screened"]["sets"])
        EXPECT_EQ(sets["sets"], sets["items"] == 1 ? 2 : 3) << "it is on no table";
    EXPECT_EQ(run_errata({"check", path("game.rules")}).code, exit_wrong) << "elsewhere it is an error";
}

TEST_F(ScreenOf, PlaysOnMadeTablesAreReplayed) {
    ASSERT_EQ(screen({"--save-witness", path("plays")}).code, exit_findings);
    std::size_t plays = 0;
    for (const fs::directory_entry& file : fs::directory_iterator(path("plays"))) {
        const Ran ran = run_errata({"replay", file.path().string()});
        EXPECT_EQ(ran.code, exit_passed) << ran.out << ran.err;
        EXPECT_THAT(ran.out, Not(HasSubstr("has changed")));
        ++plays;
    }
    EXPECT_GE(plays, 2U);
}

TEST_F(ScreenOf, PrintsARowForEachCard) {
    write("old.rules", old_cards +
                           "card \"Plain, \\\"bare\\\" stool\"\ncard Mute\n  Whistle a tune.\n"
                           "card Deaf\n  When Ann says silence, say ding.\n");
    const Ran ran = screen({"--format", "csv"});
    EXPECT_EQ(ran.code, exit_findings) << ran.err;
    const std::string spec = path("game.rules");
    const auto has_row = [&](const std::string& row) { return HasSubstr("\n" + row + "," + spec + "\n"); };
    EXPECT_THAT(ran.out, testing::StartsWith("card,kind,status,problems,worst,codes,others,finding,spec\n"));
    EXPECT_THAT(ran.out, has_row("\"Plain, \"\"bare\"\" stool\",card,read,0,,,,"));
    EXPECT_THAT(ran.out, has_row("Mute,card,unread,0,,,,"));
    EXPECT_THAT(ran.out, has_row("Deaf,card,never acts,0,,,,"));
    EXPECT_THAT(ran.out, testing::ContainsRegex(
                             "\nSaint,card,acts,1,error,contradiction.must-cannot,Reaper,#[0-9a-f]+,"));
    EXPECT_THAT(ran.out, testing::ContainsRegex("\nBell,card,acts,1,error,loop.mandatory,Echo,#[0-9a-f]+,"));
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 8);
}

TEST_F(ScreenOf, TellsOfACardThatIsAskedAboutWhatItTakesPartIn) {
    const Ran saint = screen({"--about", "Saint"});
    EXPECT_THAT(saint.out, HasSubstr("contradiction.must-cannot"));
    EXPECT_THAT(saint.out, Not(HasSubstr("loop.mandatory")));
    // Sets without it were not laid out, so that nothing is said of what others do.
    EXPECT_EQ(screened({"--about", "Saint"})["screened"]["items"].size(), 1U);
    const Ran either = screen({"--about", "Echo", "--about", "Reaper"});
    EXPECT_THAT(either.out, HasSubstr("loop.mandatory"));
    EXPECT_THAT(either.out, HasSubstr("contradiction.must-cannot"));
}

TEST_F(ScreenOf, WritesTheRowsIntoAFile) {
    const Ran ran = screen({"--output", path("status.csv")});
    EXPECT_EQ(ran.code, exit_findings) << ran.err;
    EXPECT_TRUE(fs::exists(path("status.csv")));
    write("old.rules", "card Bell\n  When Ann says ding say dong.\ncard Bell\n");
    const Ran wrong = screen({"--format", "csv"});
    EXPECT_EQ(wrong.code, exit_wrong);
    EXPECT_EQ(wrong.out, "card,kind,status,problems,worst,codes,others,finding,spec\n");
}

}  // namespace
}  // namespace errata::tests
