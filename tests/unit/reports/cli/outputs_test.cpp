// Several formats of one run, each where it was asked for; and what of the findings is shown.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/render/formats.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class OutputsOf : public testing::Test {
protected:
    OutputsOf() {
        fs::remove_all(root_);
        fs::create_directories(root_);
        EXPECT_TRUE(write_file(spec_, lamp));
    }
    ~OutputsOf() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return (root_ / name).string(); }
    static std::string text(const std::string& path) {
        return dsl::DiskReader().read(path).value_or("(unreadable)");
    }
    Ran check(std::vector<std::string> words) const {
        words.insert(words.begin(), {"check", spec_});
        return run_errata(words);
    }

    const std::string lamp =
        "game \"Lamp\"\nplayer Ann\nstate { lit: bool, told: bool }\n"
        "turn { choose by Ann { option \"lights it\" { lit := yes } option \"ends\" { end \"dark\" } } }\n"
        "setup \"dark\" { lit := no }\ncheck \"It stays dark\" always not lit\n"
        "check \"it is told\" possible told\n";
    fs::path root_ = scratch_file("outputs");
    std::string spec_ = (root_ / "lamp.rules").string();
};

TEST_F(OutputsOf, EachFormatGoesWhereItWasSent) {
    const Ran plain = check({});
    ASSERT_EQ(plain.code, exit_findings) << plain.err;
    const Ran ran = check({"--format", "sarif", "--output", path("a.sarif"), "--format", "text", "--format",
                           "json", "--output", path("a.json"), "--output", path("a.txt")});
    EXPECT_EQ(ran.code, exit_findings) << ran.err;
    EXPECT_EQ(ran.out, plain.out);
    EXPECT_EQ(text(path("a.txt")), plain.out) << "an --output of its own is text";
    EXPECT_EQ(text(path("a.json")), check({"--format", "json"}).out);
    EXPECT_EQ(nlohmann::json::parse(text(path("a.sarif")))["version"], "2.1.0");
}

TEST_F(OutputsOf, NothingIsPrintedIfAllGoesToFiles) {
    const Ran ran = check({"--output", path("a.txt")});
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_THAT(text(path("a.txt")),
                HasSubstr("\nerror: \"It stays dark\" is not always true [contradiction.invariant] #"));
    EXPECT_EQ(run_errata({"test", spec_, "--format", "junit", "--output", path("t.xml")}).code, exit_passed)
        << "there is no scenario";
    EXPECT_THAT(text(path("t.xml")), StartsWith("<?xml"));
}

TEST_F(OutputsOf, OnlyOneFormatIsPrinted) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--format", "json", "--format", "html"},
          {"--format", "json", "--format", "html", "--output", path("x"), "--format", "text"},
          {"--format", "json", "--output", path("x"), "--format", "html", "--output", path("x")},
          {"--format", "json", "--output", ""}}) {
        const Ran ran = check(words);
        EXPECT_EQ(ran.code, exit_wrong) << testing::PrintToString(words);
        EXPECT_THAT(ran.out, IsEmpty());
        EXPECT_THAT(ran.err, Not(IsEmpty()));
        EXPECT_FALSE(fs::exists(path("x")));
    }
    EXPECT_THAT(check({"--format", "json", "--format", "html"}).err,
                HasSubstr("only one format can be printed, and json, html are asked for"));
}

TEST_F(OutputsOf, AFileThatCannotBeWrittenIsSaid) {
    const Ran ran = check({"--format", "json", "--output", path("none/a.json"), "--format", "html",
                           "--output", path("b.html")});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("cannot write '" + path("none/a.json") + "'"));
    EXPECT_THAT(text(path("b.html")), StartsWith("<!doctype html>")) << "the others are written";
}

TEST_F(OutputsOf, MergedResultsHaveThemToo) {
    check({"--save-results", path("part.json")});
    const Ran ran =
        run_errata({"merge", path("part.json"), "--format", "gitlab", "--output", path("q.json")});
    EXPECT_EQ(ran.code, exit_findings) << ran.err;
    EXPECT_EQ(nlohmann::json::parse(text(path("q.json"))),
              nlohmann::json::parse(check({"--format", "gitlab"}).out));
}

TEST_F(OutputsOf, PlacesAreThoseOfTheRepository) {
    fs::create_directories(root_ / ".git");
    fs::create_directories(root_ / "sub");
    const fs::path before = fs::current_path();
    fs::current_path(root_ / "sub");
    const Ran ran = run_errata({"check", "../lamp.rules", "--format", "gitlab"});
    const Ran text = run_errata({"check", "../lamp.rules", "--format", "json"});
    fs::current_path(before);
    EXPECT_EQ(nlohmann::json::parse(ran.out)[0]["location"]["path"], "lamp.rules");
    EXPECT_EQ(nlohmann::json::parse(text.out)["spec"], "../lamp.rules");
}

TEST_F(OutputsOf, SomeFormatsHaveNoCoverage) {
    for (const OutputFormat& format : all_formats()) {
        if (format.coverage != nullptr) continue;
        SCOPED_TRACE(format.name);
        const Ran ran =
            run_errata({"coverage", spec_, "--against", spec_, "--format", std::string(format.name)});
        EXPECT_EQ(ran.code, exit_wrong);
        EXPECT_THAT(ran.out, IsEmpty());
        EXPECT_THAT(ran.err, HasSubstr("has no form for a coverage; these have: text, json, html"));
    }
}

TEST_F(OutputsOf, ASummaryHasALineForEach) {
    const Ran ran = check({"--summary"});
    EXPECT_EQ(ran.code, exit_findings);
    EXPECT_THAT(ran.out, StartsWith(spec_ + ": 2 errors\n"));
    EXPECT_THAT(ran.out,
                HasSubstr("  error  contradiction.invariant  \"It stays dark\" is not always true  #"));
    EXPECT_THAT(ran.out, HasSubstr("  lamp.rules:6\n"));
    EXPECT_THAT(ran.out, HasSubstr("  Claims of the spec: "));
    EXPECT_THAT(ran.out, Not(HasSubstr("lights it")));
}

TEST_F(OutputsOf, OneItemCanBeAskedAbout) {
    const Ran all = check({"--about", "it stays DARK"});
    EXPECT_EQ(all.code, exit_findings) << all.err;
    EXPECT_THAT(all.out, HasSubstr(": 1 error about It stays dark; 1 finding about others"));
    EXPECT_THAT(all.out, Not(HasSubstr("unreachable.state")));
    const nlohmann::json report =
        nlohmann::json::parse(check({"--about", "it is told", "--format", "json"}).out);
    EXPECT_EQ(report["about"], (nlohmann::json{{"item", "it is told"}, {"others", 1}}));
    EXPECT_EQ(report["result"], "findings") << "the others are counted all the same";
    const Ran unknown = check({"--about", "It stays drak"});
    EXPECT_EQ(unknown.code, exit_wrong);
    EXPECT_THAT(unknown.out, IsEmpty());
    EXPECT_THAT(unknown.err,
                HasSubstr("nothing here is called 'It stays drak'; did you mean 'It stays dark'?"));
}

TEST_F(OutputsOf, AFindingCanBeAskedForByItsTitle) {
    const Ran ran = check({"--only", "it is told", "--summary"});
    EXPECT_EQ(ran.code, exit_findings) << ran.err;
    EXPECT_THAT(ran.out, StartsWith(spec_ + ": 1 error; 1 more not asked for\n"));
    EXPECT_EQ(nlohmann::json::parse(check({"--only", "it is told", "--format", "json"}).out)["about"],
              (nlohmann::json{{"item", ""}, {"others", 1}}));
    EXPECT_THAT(check({"--only", "it is told", "--format", "junit"}).out,
                HasSubstr("(what was found is not among what was asked for)"));
    const Ran none = check({"--only", "it is told", "--about", "It stays dark", "--format", "json"});
    EXPECT_EQ(nlohmann::json::parse(none.out)["about"],
              (nlohmann::json{{"item", "It stays dark"}, {"others", 2}}));
    EXPECT_THAT(check({"--only", "it is told", "--only", "contradiction", "--summary"}).out,
                StartsWith(spec_ + ": 2 errors\n"));
    EXPECT_EQ(check({"--only", "\"It stays dark\" is not always true"}).code, exit_findings) << "its heading";
    const Ran unknown = check({"--only", "it is tlod"});
    EXPECT_EQ(unknown.code, exit_wrong);
    EXPECT_THAT(unknown.out, IsEmpty());
    EXPECT_THAT(unknown.err, HasSubstr("no finding has the title 'it is tlod'; did you mean 'it is told'?"));
}

}  // namespace
}  // namespace errata::tests
