// What a run keeps for the next one: the same bytes come out, and only where everything that counts is the
// same.
#include <sys/stat.h>

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/cache/store.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::HasSubstr;

class CacheOf : public testing::Test {
protected:
    CacheOf() {
        fs::remove_all(root_);
        fs::create_directories(root_);
        write(bell_);
    }
    ~CacheOf() override { fs::remove_all(root_); }

    void write(const std::string& text) const { EXPECT_TRUE(write_file(spec_, text)); }
    Ran run(std::vector<std::string> words, const std::string& command = "check") const {
        words.insert(words.begin(), {command, spec_});
        return run_errata(words);
    }
    Ran cached(std::vector<std::string> words = {}, const std::string& command = "check") const {
        words.insert(words.end(), {"--cache", cache_});
        return run(std::move(words), command);
    }
    std::size_t kept() const {
        std::string problem;
        return checker::Store::open(cache_, 1'000'000'000, problem)->summary().texts;
    }
    // Whether a run with these words found all that it needed, and that it says what it says without.
    bool hits(const std::vector<std::string>& words = {}, const std::string& command = "check") const {
        const std::size_t before = kept();
        const Ran with = cached(words, command);
        const Ran without = run(words, command);
        EXPECT_EQ(with.out, without.out);
        EXPECT_EQ(with.err, without.err);
        EXPECT_EQ(with.code, without.code);
        return kept() == before;
    }

    const std::string bell_ = R"(game "Bell"
player Ann
state { lit: bool, turns: 0..3 }
action ring() { nothing }
rule "Bell" { when ring() { ring() } }
turn {
    choose by Ann {
        option "rings" { ring() }
        option "lights" { lit := yes }
        option "ends" { end "done" }
    }
    settle
}
setup "dark" { lit := no }
check "it stays dark" always not lit
)";
    fs::path root_ = scratch_file("cache");
    std::string spec_ = (root_ / "bell.rules").string();
    std::string cache_ = (root_ / "kept").string();
};

TEST_F(CacheOf, TheSecondRunSaysWhatTheFirstSaid) {
    EXPECT_EQ(cached().out, run({}).out);
    EXPECT_GE(kept(), 1U);
    for (const char* const format : {"text", "json", "html", "sarif", "junit", "markdown"})
        EXPECT_TRUE(hits({"--format", format})) << format;
    EXPECT_TRUE(hits({"--verbose"}));
    EXPECT_TRUE(hits({"--threads", "1"}));
    EXPECT_TRUE(hits({"--fail-on", "warning", "--as-of", "2030-01-01"}));
    EXPECT_TRUE(hits({"--about", "Bell"}));
}

TEST_F(CacheOf, CommentsAndLayoutDoNotCount) {
    cached();
    write("-- A comment.\n\n" + bell_ + "\n-- The end.\n");
    EXPECT_TRUE(hits({"--format", "json"})) << "places are those of today";
    EXPECT_THAT(cached().out, HasSubstr("bell.rules:7"));
    // Findings quote what the comment stands in.
    std::string inside = bell_;
    inside.insert(inside.find("    settle"), "    -- " + std::string(300, 'x') + "\n");
    write(inside);
    EXPECT_TRUE(hits({"--format", "json"}));
    EXPECT_THAT(cached({"--verbose"}).out, testing::Not(HasSubstr("xxx")));
}

TEST_F(CacheOf, EveryOtherChangeCounts) {
    cached();
    const auto changed = [&](const std::string& before, const std::string& after) {
        std::string text = bell_;
        const std::size_t at = text.find(before);
        EXPECT_NE(at, std::string::npos) << before;
        write(text.replace(at, before.size(), after));
        return !hits();
    };
    EXPECT_TRUE(changed("lit := yes", "lit := no"));
    EXPECT_TRUE(changed("\"rings\"", "\"rings the bell\"")) << "a word of a play";
    EXPECT_TRUE(changed("\"it stays dark\"", "\"it is dark\"")) << "the name of a claim";
    EXPECT_TRUE(changed("lit := no }", "lit := yes }"));
    EXPECT_TRUE(changed("0..3", "0..4"));
    EXPECT_TRUE(changed("check \"it", "accept loop.mandatory about \"Bell\" because \"so\"\ncheck \"it"));
    write(bell_);
    EXPECT_TRUE(hits());
}

TEST_F(CacheOf, EveryOptionThatCanMatterCounts) {
    cached();
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"--budget", "3states"},
                                               {"--only", "loop"},
                                               {"--depth", "2"},
                                               {"--engine", "symbolic"},
                                               {"--no-symmetry"},
                                               {"--memory", "1GB"}}) {
        EXPECT_FALSE(hits(words)) << words[0];
        EXPECT_TRUE(hits(words)) << words[0];
    }
    EXPECT_FALSE(hits({}, "test"));
    EXPECT_TRUE(hits({}, "test"));
}

TEST_F(CacheOf, AnImportedFileCounts) {
    const std::string words = (root_ / "words.rules").string();
    EXPECT_TRUE(write_file(words, "action hum() { nothing }\n"));
    write("import \"words.rules\"\n" + bell_);
    std::string text = dsl::DiskReader().read(spec_).value_or("");
    const std::size_t after_game = text.find("game");
    write(text.substr(after_game, text.find('\n', after_game) + 1 - after_game) + "import \"words.rules\"\n" +
          bell_.substr(bell_.find('\n') + 1));
    cached();
    ASSERT_TRUE(hits());
    EXPECT_TRUE(write_file(words, "action hum() { lit := yes }\n"));
    EXPECT_FALSE(hits());
}

TEST_F(CacheOf, TheDayDecidesAnew) {
    write(bell_ + "accept loop.mandatory about \"Bell\" because \"for now\" until 2029-12-31\n");
    cached({"--as-of", "2029-01-01"});
    EXPECT_TRUE(hits({"--as-of", "2029-01-01", "--format", "json"}));
    EXPECT_TRUE(hits({"--as-of", "2030-01-01", "--format", "json"}));
    EXPECT_THAT(cached({"--as-of", "2030-01-01"}).err, HasSubstr("was accepted until"));
}

TEST_F(CacheOf, WhatWasStoppedIsNotKept) {
    cached({"--budget", "0.000001s"});
    EXPECT_FALSE(hits()) << "nothing was kept";
}

TEST_F(CacheOf, WhereNothingCanBeKeptTheRunGoesOn) {
    const Ran ran = run({"--cache", spec_ + "/no"});
    EXPECT_EQ(ran.out, run({}).out);
    EXPECT_THAT(ran.err, HasSubstr("nothing is kept for the next run: "));
}

TEST_F(CacheOf, ACommandTellsAndForgets) {
    cached();
    const Ran told = run_errata({"cache", "--cache", cache_});
    EXPECT_EQ(told.code, exit_passed);
    EXPECT_THAT(told.out, HasSubstr(cache_ + ": "));
    EXPECT_THAT(run_errata({"cache", "--cache", cache_, "--clear"}).out, HasSubstr("0 results, 0.0 MB"));
    EXPECT_EQ(kept(), 0U);
    EXPECT_EQ(run_errata({"cache", "--cache", spec_}).code, exit_wrong);
    EXPECT_EQ(run_errata({"cache", "--cache", cache_, "--prune", "much"}).code, exit_wrong);
}

}  // namespace
}  // namespace errata::tests
