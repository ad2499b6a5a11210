// errata.toml: options where the command line says nothing.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
using testing::Not;
using testing::StartsWith;

class ConfigOf : public testing::Test {
protected:
    ConfigOf() {
        fs::remove_all(root_);
        fs::create_directories(root_ / "game");
        file("game/lamp.rules",
             "game \"Lamp\"\nplayer Ann\nstate { lit: bool, told: bool }\n"
             "turn { choose by Ann { option \"lights it\" { lit := yes } option \"ends\" { end \"dark\" } } "
             "}\n"
             "setup \"dark\" { lit := no }\ncheck \"it is told\" possible told\n");
        fs::current_path(root_);
    }
    ~ConfigOf() override {
        fs::current_path(home_);
        fs::remove_all(root_);
    }

    void file(const std::string& name, const std::string& text) const {
        EXPECT_TRUE(write_file((root_ / name).string(), text));
    }
    std::string text(const std::string& name) const {
        return dsl::DiskReader().read((root_ / name).string()).value_or("(unreadable)");
    }

    fs::path home_ = fs::current_path();
    fs::path root_ = fs::absolute(scratch_file("config"));
};

TEST_F(ConfigOf, SaysWhichSpecsAndHow) {
    file("errata.toml",
         "specs = [\"game\"]\noutputs = [\"a.sarif\", { format = \"gitlab\", file = \"q.json\" }]\n"
         "[check]\nformat = \"json\"\n");
    const Ran ran = run_errata({"check"});
    EXPECT_EQ(ran.code, run_errata({"check", "--no-config", "game"}).code) << ran.err;
    EXPECT_THAT(ran.out, StartsWith("{"));
    EXPECT_THAT(text("a.sarif"), HasSubstr("sarif-2.1.0"));
    EXPECT_THAT(text("q.json"), StartsWith("["));
    // Of one that asks for no format, text is printed beside the files.
    fs::remove(root_ / "a.sarif");
    EXPECT_THAT(run_errata({"test"}).out, HasSubstr("game"));
    EXPECT_THAT(text("a.sarif"), HasSubstr("sarif-2.1.0"));
}

TEST_F(ConfigOf, PathsBeginAtTheFile) {
    file("errata.toml", "specs = \"game/lamp.rules\"\noutputs = \"out.json\"\n");
    fs::create_directories(root_ / "deep/er");
    fs::current_path(root_ / "deep/er");
    const Ran ran = run_errata({"check"});
    EXPECT_NE(ran.code, exit_wrong) << ran.err;
    EXPECT_THAT(text("out.json"), StartsWith("{"));
}

TEST_F(ConfigOf, IsFoundAtTheSpec) {
    file("game/errata.toml", "budget = \"1states\"\n");
    EXPECT_THAT(run_errata({"check", "game"}).out, HasSubstr("--budget"));
    EXPECT_THAT(run_errata({"check", "game", "--no-config"}).out, Not(HasSubstr("--budget")));
    file("other.toml", "[check]\nsummary = true\n");
    EXPECT_THAT(run_errata({"--config", "other.toml", "check", "game"}).out, Not(HasSubstr("--budget")));
    EXPECT_THAT(run_errata({"check", "game", "--config", "none.toml"}).err,
                HasSubstr("cannot read 'none.toml'"));
}

TEST_F(ConfigOf, StopsAtTheRepository) {
    file("errata.toml", "budget = \"1states\"\n");
    fs::create_directories(root_ / "game/.git");
    EXPECT_THAT(run_errata({"check", "game"}).out, Not(HasSubstr("--budget")));
}

TEST_F(ConfigOf, TheCommandLineOverrides) {
    file("errata.toml",
         "specs = [\"none\"]\nbudget = \"1states\"\noutputs = [\"a.json\"]\n[check]\nsummary = true\n");
    const Ran ran = run_errata({"check", "game", "--budget", "1000states", "--format", "text"});
    EXPECT_THAT(ran.out, Not(HasSubstr("--budget")));
    EXPECT_FALSE(fs::exists(root_ / "a.json"));
    // The table of a command comes before what is for all.
    file("errata.toml", "budget = \"1states\"\n[check]\nbudget = \"1000states\"\n");
    EXPECT_THAT(run_errata({"check", "game"}).out, Not(HasSubstr("--budget")));
}

TEST_F(ConfigOf, WhatIsWrongIsToldAtItsPlaceAllAtOnce) {
    file("errata.toml",
         "bugdet = \"1states\"\nbudget = \"1stetes\"\nthreads = [2.5]\n[chek]\na = 1\n[screen]\nsiez = 2\n"
         "size = \"x\"\noutputs = [{ format = \"sarif\" }]\n");
    const Ran ran = run_errata({"check", "game"});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_EQ(ran.out, "");
    for (const char* const told :
         {"errata.toml:1:1: error E0012: no command has an option 'bugdet'", "did you mean 'budget'?",
          "errata.toml:2:10: error E0013: --budget: '1stetes' is no budget", "errata.toml:3:12: error E0013",
          "errata.toml:4:2: error E0012: no command is called 'chek'", "did you mean 'check'?",
          "errata.toml:7:1: error E0012: 'siez' is no option of `errata screen`", "did you mean 'size'?",
          "errata.toml:8:8: error E0013", "errata.toml:9:12: error E0013"})
        EXPECT_THAT(ran.err, HasSubstr(told));
}

// The number of a finding stands before the spec.
TEST_F(ConfigOf, SpecsStandBehindEverythingElse) {
    file("errata.toml", "specs = [\"game\"]\n");
    EXPECT_THAT(run_errata({"accept", "00000000", "--because", "x"}).err,
                HasSubstr("no finding has the number '00000000'"));
}

TEST_F(ConfigOf, ColumnsCountBytes) {
    file("errata.toml", "specs = [\"g\xc3\xa4me\", \"b\"] x\n");
    EXPECT_THAT(run_errata({"check"}).err, HasSubstr("errata.toml:1:24: error E0011"));
}

}  // namespace
}  // namespace errata::tests
