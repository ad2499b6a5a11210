// What an edit changes: problems, what is written otherwise, and the nearest position in which play parts.
#include <cstdlib>
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

std::string edited(std::string text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    return text.replace(at, before.size(), after);
}

class DiffOf : public testing::Test {
protected:
    DiffOf() {
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    ~DiffOf() override { fs::remove_all(root_); }

    std::string file(const std::string& name, const std::string& text) const {
        const std::string path = (root_ / name).string();
        EXPECT_TRUE(write_file(path, text));
        return path;
    }
    std::string path(const std::string& name) const { return (root_ / name).string(); }
    Ran diff(const std::string& now, std::vector<std::string> words = {}) const {
        words.insert(words.begin(), {"diff", file("old.rules", pond_), file("new.rules", now)});
        return run_errata(words);
    }
    nlohmann::json json(const std::string& now) const {
        return nlohmann::json::parse(diff(now, {"--format", "json"}).out);
    }

    const std::string pond_ = R"(game "Pond"
player Ann, Bob
state { fish: 0..5 = 3, caught: 0..5 }
action catch() { fish -= 1  caught += 1 }
rule "Feeding" { when catch() if fish = 0 { fish += 1 } }
turn {
    choose by Ann {
        option "fishes" if fish > 0 { catch() }
        option "goes home" { end "done" }
    }
    settle
    if caught = 4 { end "full" }
}
setup "pond" { fish := 3 }
setup "ice" { fish := 0 }
)";
    fs::path root_ = scratch_file("diff");
};

TEST_F(DiffOf, WhatChangesNothingIsTheSame) {
    for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{
             {"game \"Pond\"", "-- A comment.\ngame \"Pond\""},
             {"\"fishes\"", "\"casts a line\""},
             {"if fish > 0 {", "if not fish = 0 {"},
             {"fish -= 1  caught += 1", "caught += 1  fish -= 1"},
             {"fish += 1 }", "fish := fish + 1 }"},
             {"state { fish: 0..5 = 3, caught: 0..5 }", "state { caught: 0..5, fish: 0..5 = 3 }"}}) {
        const nlohmann::json told = json(edited(pond_, before, after));
        for (const nlohmann::json& setup : told["setups"]) {
            EXPECT_EQ(setup["parting"], 0) << after << told.dump(1);
            EXPECT_EQ(setup["whole"], true) << after;
            EXPECT_GT(setup["same"], 0) << after;
        }
    }
}

TEST_F(DiffOf, WhatChangesPlayIsShownWhereItPartsFirst) {
    const nlohmann::json told = json(edited(pond_, "fish += 1 }", "fish += 2 }"));
    ASSERT_EQ(told["items"].size(), 1U) << told.dump(1);
    const nlohmann::json& item = told["items"][0];
    EXPECT_EQ(item["name"], "Feeding");
    EXPECT_EQ(item["change"], "changed");
    ASSERT_FALSE(item["parting"].is_null());
    EXPECT_EQ(item["parting"]["setup"], "pond");
    EXPECT_THAT(item["parting"]["play"].dump(), HasSubstr("Ann fishes"));
    EXPECT_THAT(item["parting"]["before"].dump(), HasSubstr("fish = 1"));
    EXPECT_THAT(item["parting"]["now"].dump(), HasSubstr("fish = 2"));
    EXPECT_EQ(told["setups"][0]["setup"], "ice");
    EXPECT_EQ(told["setups"][0]["parting"], 0) << "nobody can fish there";
}

TEST_F(DiffOf, EachOfTheseIsSeen) {
    for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{
             {"fish -= 1  caught", "fish -= 1  caught := 1  caught"},
             {"if fish = 0 {", "if fish = 1 {"},
             {"if fish > 0 {", "if fish > 1 {"},
             {"choose by Ann", "choose by Bob"},
             {"if caught = 4", "if caught = 3"},
             {"end \"done\"", "end \"over\""},
             {"setup \"ice\" { fish := 0 }", "setup \"ice\" { fish := 1 }"}}) {
        const nlohmann::json told = json(edited(pond_, before, after));
        std::size_t partings = 0;
        for (const nlohmann::json& setup : told["setups"]) partings += setup["partings"].size();
        EXPECT_GT(partings, 0U) << after << told.dump(1);
    }
}

TEST_F(DiffOf, PrintedValuesAreWrittenToo) {
    const std::string cards = R"(game "Shop"
player Ann
kind stall of 1 { card: card? }
state { coins: 0..5 = 3 }
printed card on stall if this.card = it { price: 0..5 = 1 }
card Pie, price: 2
turn {
    choose by Ann {
        option "buys from {s}" for s: stall if s.card != none and s.card.price <= coins {
            coins -= s.card.price
        }
        option "leaves" { end "done" }
    }
}
setup "open" { stall1.card := Pie }
)";
    const Ran ran = run_errata({"diff", file("a.rules", cards),
                                file("b.rules", edited(cards, "price: 2", "price: 3")), "--format", "json"});
    const nlohmann::json told = nlohmann::json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(told.is_discarded()) << ran.err;
    ASSERT_EQ(told["items"].size(), 1U);
    EXPECT_THAT(told["items"][0]["before"], testing::Contains("price: 2"));
    EXPECT_THAT(told["items"][0]["now"], testing::Contains("price: 3"));
    EXPECT_THAT(told["setups"][0]["partings"][0]["before"].dump(), HasSubstr("coins = 1"));
    EXPECT_THAT(run_errata({"diff", path("a.rules"), path("b.rules")}).out,
                HasSubstr("It takes no part where play parts, as far as was looked: see below."));
}

TEST_F(DiffOf, NewAndGoneProblemsAreTold) {
    const std::string claim = "check \"never caught\" always caught = 0\n";
    const Ran worse = diff(pond_ + claim);
    EXPECT_EQ(worse.code, exit_findings) << worse.out;
    EXPECT_THAT(worse.out, HasSubstr("Problems: 1 new, 0 gone"));
    EXPECT_THAT(worse.out, HasSubstr("\"never caught\" is not always true [contradiction.invariant] #"));
    const Ran better = run_errata({"diff", file("a.rules", pond_ + claim), file("b.rules", pond_)});
    EXPECT_EQ(better.code, exit_findings) << "what was claimed is not asked any more";
    EXPECT_THAT(better.out, HasSubstr("Problems: 0 new, 1 gone"));
    EXPECT_THAT(better.out, HasSubstr("is not any more: check \"never caught\""));
    EXPECT_THAT(diff(pond_ + claim, {"--format", "markdown"}).out, HasSubstr("\n* new   error&#58; "));
}

TEST_F(DiffOf, SaysHowFarItLooked) {
    const Ran ran = diff(edited(pond_, "if caught = 4", "if caught = 5"), {"--states", "3"});
    EXPECT_THAT(ran.out, HasSubstr("of those that were looked at (--states)"));
    EXPECT_THAT(ran.out, HasSubstr("setup \"pond\": play is the same in 1 position of those"));
    EXPECT_THAT(ran.out, HasSubstr("Play is the same in all 3 positions of 1 setup."));
}

TEST_F(DiffOf, SetupsComeAndGo) {
    const Ran ran = diff(edited(pond_, "setup \"ice\"", "setup \"snow\""));
    EXPECT_THAT(ran.out, HasSubstr("setup \"snow\" (new)"));
    EXPECT_THAT(ran.out, HasSubstr("setup \"ice\" (gone)"));
}

TEST_F(DiffOf, ReadsRevisions) {
    const fs::path home = fs::current_path();
    const std::string git = "cd '" + root_.string() +
                            "' && git init -q && git config user.name A && git config user.email a@b.c && "
                            "mkdir -p game && cp pond.rules game/ && git add game && git commit -qm one";
    file("pond.rules", pond_);
    if (std::system(git.c_str()) != 0) GTEST_SKIP() << "there is no git";
    fs::create_directories(root_ / "game");
    file("game/pond.rules", edited(pond_, "fish += 1 }", "fish += 2 }"));
    fs::current_path(root_ / "game");
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"diff", "HEAD", "pond.rules"},
                                               {"diff", "HEAD:pond.rules", "pond.rules"},
                                               {"diff", "HEAD", "."}}) {
        const Ran ran = run_errata(words);
        EXPECT_EQ(ran.code, exit_passed) << ran.err;
        EXPECT_THAT(ran.out, HasSubstr("rule Feeding (changed)")) << words[1];
    }
    EXPECT_THAT(run_errata({"diff", "HEAD~7", "pond.rules"}).err,
                HasSubstr("is neither a spec nor a revision"));
    EXPECT_EQ(run_errata({"diff", "--upload-pack=x", "pond.rules"}).code, exit_wrong);
    fs::current_path(home);
}

TEST_F(DiffOf, ASpecWithErrorsIsNoVersion) {
    const Ran ran = diff(pond_ + "junk\n");
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("E0101"));
    EXPECT_EQ(ran.out, "");
}

// A table with a second text of each card.
class TextsOf : public DiffOf {
protected:
    std::string inn(const std::string& second) const {
        file("inn.csv", "Card,Rules,Zweite\nCook,\"At dusk, gain 2 coins.\"," + second +
                            "\nMaid,\"At dusk, lose 1 coin.\",\n");
        return file("inn.rules", R"(game "Inn"
player Ann
enum place: kitchen, gone
kind guest: Cora, Mia { card: card, at: place }
state { coins: 0..9 = 3, days: 0..2 }
printed card on guest if this.card = it and this.at = kitchen
cards "inn.csv" as card { name: "Card", text: "Rules", unread: "Zweite" }
phrase line "At dusk, gain {n: number} coins." = { at dusk { coins := min(9, coins + n) } }
phrase line "At dusk, lose {n: number} coin." = { at dusk { coins := max(0, coins - n) } }
phrase line "Abends: {n: number} Taler mehr." = { at dusk { coins := min(9, coins + n) } }
turn { phase dusk { nothing } days += 1 if days = 2 { end "spring" } }
meta { trigger_order: Ann }
setup "both" { Cora.card := Cook Mia.card := Maid }
)");
    }
    Ran texts(const std::string& second) const {
        return run_errata({"diff", inn(second), "--texts", "Zweite"});
    }
};

TEST_F(TextsOf, OneMeaningAreTheSameInEveryPosition) {
    const Ran ran = texts("Abends: 2 Taler mehr.");
    EXPECT_EQ(ran.code, exit_passed) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("Cook"));
    EXPECT_THAT(ran.out, testing::Not(HasSubstr("Maid"))) << "a blank cell stands for the same text";
    EXPECT_THAT(ran.out, testing::Not(HasSubstr("parts"))) << ran.out;
}

TEST_F(TextsOf, TwoMeaningsPartInTheNearestPosition) {
    const Ran ran = texts("Abends: 3 Taler mehr.");
    EXPECT_THAT(ran.out, HasSubstr("Cook")) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("now: goes on: coins = 6")) << ran.out;
}

TEST_F(TextsOf, AColumnMustBeThere) {
    const Ran ran = run_errata({"diff", inn("x"), "--texts", "Dritte"});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("no table has a column 'Dritte'")) << ran.err;
    const Ran both = run_errata({"diff", inn("x"), path("inn.rules"), "--texts", "Zweite"});
    EXPECT_EQ(both.code, exit_wrong);
}

}  // namespace
}  // namespace errata::tests
