// What was known before and what is new: with a baseline in a file, and from one run to the next. And the
// line that accepts a finding.
#include <csignal>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "tests/support/bell_game.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::HasSubstr;
using testing::Not;

std::string with(std::string text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    return text.replace(at, before.size(), after);
}

class BaselineOf : public testing::Test {
protected:
    BaselineOf() {
        fs::remove_all(root_);
        fs::create_directories(root_);
        write(bell_);
    }
    ~BaselineOf() override { fs::remove_all(root_); }

    void write(const std::string& text) const { EXPECT_TRUE(write_file(spec_, text)); }
    std::string text(const std::string& name) const {
        return dsl::DiskReader().read((root_ / name).string()).value_or("(unreadable)");
    }
    Ran keep() const { return run_errata({"baseline", spec_, "-o", known_}); }
    Ran check(std::vector<std::string> words = {}) const {
        words.insert(words.begin(), {"check", spec_, "--baseline", known_});
        return run_errata(words);
    }
    nlohmann::json json(std::vector<std::string> words = {}) const {
        words.insert(words.begin(), {"--format", "json"});
        return nlohmann::json::parse(check(words).out);
    }

    const std::string bell_ = bell_game;
    // A second finding, and the first as it was.
    const std::string lit_ =
        with(bell_, "option \"ends\"", "option \"lights\" { lit := yes } option \"ends\"");

    fs::path root_ = scratch_file("baseline");
    std::string spec_ = (root_ / "bell.rules").string();
    std::string known_ = (root_ / "known.json").string();
};

TEST_F(BaselineOf, OnlyWhatIsNewCounts) {
    ASSERT_EQ(run_errata({"check", spec_}).code, exit_findings);
    const Ran kept = keep();
    EXPECT_EQ(kept.code, exit_passed) << kept.err;
    EXPECT_THAT(kept.out, HasSubstr("known.json: 1 finding known of 1 spec."));
    const Ran same = check();
    EXPECT_EQ(same.code, exit_passed) << same.out;
    EXPECT_THAT(same.out, HasSubstr("1 known."));
    EXPECT_THAT(same.out, HasSubstr("Endless loops          nothing new"));
    EXPECT_THAT(check({"--verbose"}).out, HasSubstr("Known: it was there before."));

    write(lit_);
    const Ran more = check();
    EXPECT_EQ(more.code, exit_findings);
    EXPECT_THAT(more.out, HasSubstr("1 new problem (1 error), 1 known."));
    const nlohmann::json told = json();
    ASSERT_EQ(told["findings"].size(), 2U);
    EXPECT_NE(told["findings"][0]["known"], told["findings"][1]["known"]);
}

TEST_F(BaselineOf, MovedAndRewordedLinesAreWhatTheyWere) {
    keep();
    write("-- A comment.\n" + with(bell_, "option \"rings\"", "option \"rings the bell\""));
    EXPECT_EQ(check().code, exit_passed);
}

TEST_F(BaselineOf, TellsWhatIsGone) {
    write(lit_);
    keep();
    write(bell_);
    const Ran ran = check();
    EXPECT_EQ(ran.code, exit_passed) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("1 finding of " + known_ + " is gone: "));
    const nlohmann::json gone = json()["baseline"]["gone"];
    ASSERT_EQ(gone.size(), 1U);
    EXPECT_EQ(gone[0]["code"], "contradiction.invariant");
    EXPECT_THAT(check({"--only", "loop"}).out, Not(HasSubstr(" is gone: "))) << "nobody looked for it";
}

TEST_F(BaselineOf, AWeakerVerdictCounts) {
    keep();
    const Ran ran = check({"--budget", "1states"});
    EXPECT_EQ(ran.code, exit_findings) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("Less is known of"));
    EXPECT_THAT(check({"--budget", "1states", "--format", "github"}).out,
                HasSubstr("Less is known than in the baseline"));
    EXPECT_THAT(check({"--budget", "1states", "--format", "junit"}).out,
                HasSubstr("type=\"baseline.weaker\""));
}

TEST_F(BaselineOf, WhatWasOpenThenIsNotInconclusiveNow) {
    const std::vector<std::string> few = {"--budget", "1states"};
    ASSERT_EQ(run_errata({"check", spec_, "--budget", "1states", "--only", "contradiction"}).code,
              exit_inconclusive);
    EXPECT_EQ(run_errata({"baseline", spec_, "-o", known_, "--budget", "1states"}).code, exit_passed);
    const Ran ran = check(few);
    EXPECT_EQ(ran.code, exit_passed) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("as open as in"));
}

TEST_F(BaselineOf, WithOtherOptionsNothingIsGoneOrWorse) {
    write(with(bell_, "state {", "scope small { depth: 3 }\nscope large { depth: 4 }\nstate {"));
    keep();
    write(with(lit_, "state {", "scope small { depth: 3 }\nscope large { depth: 4 }\nstate {"));
    const nlohmann::json told = json({"--scope", "large"})["baseline"];
    EXPECT_EQ(told["whole"], false);
    EXPECT_EQ(told["worse"].size() + told["gone"].size(), 0U);
}

// What was open under other options excuses nothing.
TEST_F(BaselineOf, WithOtherOptionsWhatIsOpenIsOpen) {
    const std::string quiet = with(bell_, "when ring() { ring() }", "when ring() { nothing }");
    write(with(quiet, "player Ann", "scope usual { depth: 9 }\nscope other { depth: 9 }\nplayer Ann"));
    keep();
    ASSERT_EQ(check().code, exit_passed);
    EXPECT_EQ(check({"--budget", "1states", "--scope", "other"}).code, exit_inconclusive);
}

TEST_F(BaselineOf, AClaimOrASetupThatIsNotThereCounts) {
    write(bell_ + "setup \"lit\" { lit := no }\n");
    keep();
    ASSERT_EQ(check().code, exit_passed);
    write(bell_);
    Ran ran = check();
    EXPECT_EQ(ran.code, exit_findings) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("Not asked any more: setup \"lit\"."));
    EXPECT_THAT(check({"--format", "junit"}).out, HasSubstr("type=\"baseline.unasked\""));
    keep();
    write(with(bell_, "check \"it stays dark\" always not lit\n", ""));
    ran = check();
    EXPECT_EQ(ran.code, exit_findings);
    EXPECT_THAT(ran.out, HasSubstr("it stays dark"));
}

TEST_F(BaselineOf, AnAcceptanceThatHasEndedCountsThoughTheFindingIsKnown) {
    keep();
    write(bell_ + "accept loop.mandatory about \"Bell\" because \"for now\" until 2027-01-01\n");
    EXPECT_EQ(check({"--as-of", "2027-01-01"}).code, exit_passed);
    EXPECT_EQ(check({"--as-of", "2027-01-02"}).code, exit_findings);
}

TEST_F(BaselineOf, WhatWasNotLookedForIsNotGone) {
    write(lit_);
    keep();
    EXPECT_THAT(check({"--budget", "1states"}).out, Not(HasSubstr(" gone: ")));
}

TEST_F(BaselineOf, OfAnotherSpecAllIsNew) {
    keep();
    const std::string other = (root_ / "other.rules").string();
    EXPECT_TRUE(write_file(other, bell_));
    const Ran ran = run_errata({"check", other, "--baseline", known_});
    EXPECT_EQ(ran.code, exit_findings);
    EXPECT_THAT(ran.out, HasSubstr("does not know this spec"));
    // Beside the first one, which stays.
    EXPECT_EQ(run_errata({"baseline", other, "-o", known_}).code, exit_passed);
    EXPECT_EQ(run_errata({"check", other, spec_, "--baseline", known_}).code, exit_passed);
}

TEST_F(BaselineOf, OfAScreenACardThatNoLongerActsCounts) {
    const std::string game = R"(game "Gong"
player Ann
kind gong: G { card: card, rung: bool }
printed card on gong if this.card = it
card Gong
    When a gong is rung, it shakes.
phrase line "when a gong is rung, it shakes." = { when ring(g) { shake(g) } }
action ring(g: gong) { g.rung := yes }
action shake(g: gong) { nothing; g.rung := no }
turn {
    choose by Ann { option "rings" for g: gong { ring(g) } option "ends" { end "done" } }
    settle
}
screen "table" of card { place g: gong { g.rung := no } }
)";
    write(game);
    const Ran kept = run_errata({"baseline", spec_, "-o", known_, "--screen", "--size", "1"});
    ASSERT_EQ(kept.code, exit_passed) << kept.err << kept.out;
    const auto screen = [&] { return run_errata({"screen", spec_, "--size", "1", "--baseline", known_}); };
    EXPECT_EQ(screen().code, exit_passed) << screen().out << screen().err;
    write(with(game, "when ring(g) {", "when ring(g) if g.card = none {"));
    const Ran ran = screen();
    EXPECT_NE(ran.code, exit_passed) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("Gong"));
}

TEST_F(BaselineOf, SarifSaysWhatIsNewAndWhatIsUnchanged) {
    write(lit_);
    keep();
    write(with(bell_, "always not lit", "always lit"));
    const nlohmann::json log = nlohmann::json::parse(check({"--format", "sarif"}).out);
    std::vector<std::string> states;
    for (const nlohmann::json& result : log["runs"][0]["results"])
        states.push_back(result["ruleId"].get<std::string>() + " " +
                         result["baselineState"].get<std::string>());
    EXPECT_THAT(states,
                testing::UnorderedElementsAre("contradiction.invariant new", "loop.mandatory unchanged"));
}

TEST_F(BaselineOf, ABrokenFileIsToldAndNothingIsRun) {
    EXPECT_THAT(check().err, HasSubstr("there is no baseline"));
    for (const char* const broken :
         {"", "{}", "{\"format\": \"errata-baseline-1\"}", "[1]",
          "{\"format\": \"errata-baseline-1\", \"specs\": [{\"origin\": {\"spec\": \"a\"}}]}"}) {
        EXPECT_TRUE(write_file(known_, broken));
        const Ran ran = check();
        EXPECT_EQ(ran.code, exit_wrong) << broken;
        EXPECT_THAT(ran.err, HasSubstr("known.json' cannot be used")) << broken;
        EXPECT_EQ(ran.out, "") << broken;
        EXPECT_EQ(keep().code, exit_wrong) << broken;
        EXPECT_EQ(text("known.json"), broken);
    }
}

TEST_F(BaselineOf, NothingIsWrittenOfASpecWithErrors) {
    write(bell_ + "junk\n");
    EXPECT_EQ(keep().code, exit_wrong);
    EXPECT_FALSE(fs::exists(known_));
}

TEST_F(BaselineOf, ALineAcceptsAFinding) {
    write(lit_);
    const auto number = [&](std::size_t finding) {
        const auto report = nlohmann::json::parse(run_errata({"check", spec_, "--format", "json"}).out);
        return report["findings"][finding]["fingerprint"].get<std::string>();
    };
    const std::string first = number(0).substr(0, 8);
    const std::string second = number(1);
    const Ran ran = run_errata({"accept", "#" + first, spec_, "--because", "It is \"loud\".", "--by", "Ann",
                                "--until", "2999-01-01"});
    EXPECT_EQ(ran.code, exit_passed) << ran.err;
    EXPECT_THAT(text("bell.rules"), HasSubstr("accept \"" + first + "\" as \""));
    EXPECT_THAT(text("bell.rules"),
                HasSubstr("because \"It is \\\"loud\\\".\" by \"Ann\" until 2999-01-01\n"));
    EXPECT_THAT(run_errata({"accept", first, spec_, "--because", "x"}).err,
                HasSubstr("it is accepted already, at " + spec_ + ":"));
    // Behind the one that is there.
    write(text("bell.rules") + "-- The end.\n");
    EXPECT_EQ(run_errata({"accept", second, spec_, "--because", "x"}).code, exit_passed);
    EXPECT_TRUE(text("bell.rules").ends_with("-- The end.\n"));
    EXPECT_EQ(run_errata({"check", spec_}).code, exit_passed);
}

TEST_F(BaselineOf, WhatNoLineAcceptsIsRefused) {
    EXPECT_THAT(run_errata({"accept", "12", spec_, "--because", "x"}).err, HasSubstr("is no number"));
    EXPECT_THAT(run_errata({"accept", "00000000", spec_, "--because", "x"}).err,
                HasSubstr("no finding has the number"));
    EXPECT_EQ(run_errata({"accept", "00000000", spec_, "--because", "x", "--until", "soon"}).code,
              exit_wrong);
    EXPECT_EQ(text("bell.rules"), bell_);
}

TEST_F(BaselineOf, AWatchedSpecIsLookedAtAgain) {
    const std::string told = (root_ / "told.txt").string();
    const auto shows = [&](const std::string& words) {
        for (int tries = 0; tries < 300; ++tries) {
            if (text("told.txt").find(words) != std::string::npos) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return false;
    };
    Ran ran;
    std::thread watching([&] { ran = run_errata({"check", spec_, "--watch", "--output", told}); });
    EXPECT_TRUE(shows("1 problem"));
    write(lit_);
    EXPECT_TRUE(shows("1 new problem (1 error), 1 known")) << text("told.txt");
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    write(with(lit_, "{ ring() } }\n", "{ nothing } }\n"));
    EXPECT_TRUE(shows("1 finding of the run before is gone")) << text("told.txt");
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::raise(SIGINT);
    watching.join();
    EXPECT_THAT(ran.err, HasSubstr("has changed"));
}

}  // namespace
}  // namespace errata::tests
