// The whole of `errata coverage` on a small game whose rows are accounted for in every way there is.
// ERRATA_UPDATE_GOLDEN=1 rewrites the texts; read the difference before keeping it.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "tests/support/codes.h"
#include "tests/support/golden.h"
#include "tests/support/program.h"
#include "tests/support/report_schema.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string bridge = "tests/golden/coverage/bridge.rules";
const std::string catalogue = "tests/golden/coverage/bridge.md";

class CoverageCommand : public testing::Test {
protected:
    // Paths are part of what is printed, so they are named from the root of the project.
    CoverageCommand() { std::filesystem::current_path(ERRATA_SOURCE_DIR); }

    static Ran run(std::vector<std::string> options, const std::string& against = catalogue) {
        std::vector<std::string> command = {"coverage", bridge, "--against", against};
        command.insert(command.end(), options.begin(), options.end());
        return run_errata(std::move(command));
    }

    // A file that lasts as long as the test.
    std::string file(const std::string& name, const std::string& text) {
        files_.push_back(scratch_file(name).string());
        EXPECT_TRUE(reports::write_file(files_.back(), text));
        return files_.back();
    }
    ~CoverageCommand() override {
        for (const std::string& each : files_) std::filesystem::remove(each);
    }

private:
    std::vector<std::string> files_;
};

TEST_F(CoverageCommand, TellsOfEachRow) {
    const Ran ran = run({});
    EXPECT_EQ(ran.code, reports::exit_findings) << "a row is missing";
    EXPECT_EQ(ran.err, "");
    expect_golden("tests/golden/coverage/bridge.txt", ran.out);
}

TEST_F(CoverageCommand, TellsWhy) {
    expect_golden("tests/golden/coverage/bridge-why.txt", run({"--why"}).out);
}

TEST_F(CoverageCommand, PrintsJsonAsTheSchemaSays) {
    const Ran ran = run({"--format", "json"});
    EXPECT_EQ(ran.code, reports::exit_findings);
    EXPECT_EQ(schema_offence(ran.out, "coverage.schema.json"), "");
    const nlohmann::json json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["rows"].size(), 23U);
    EXPECT_EQ(json["totals"].back()["type"], "all");
    EXPECT_EQ(json["totals"].back()["missing"], 1);
    nlohmann::json broken = json;
    broken["rows"][0]["status"] = "cited, idle";
    EXPECT_NE(schema_offence(broken.dump(), "coverage.schema.json"), "");
}

TEST_F(CoverageCommand, LooksAtSomeRowsOnly) {
    const Ran ran = run({"--rows", "TOL-2", "--only", "idle"});
    EXPECT_EQ(ran.code, reports::exit_passed) << "nothing that begins so is missing";
    EXPECT_THAT(ran.out, HasSubstr("9 rows"));
    EXPECT_THAT(ran.out, HasSubstr("TOL-24"));
    EXPECT_THAT(ran.out, Not(HasSubstr("TOL-25")));
    EXPECT_THAT(ran.out, Not(HasSubstr("TOL-90"))) << "rows that begin otherwise are not in question";
    const Ran none = run({"--rows", "TAL-"});
    EXPECT_EQ(none.code, reports::exit_wrong);
    EXPECT_THAT(none.err, HasSubstr("no row begins with 'TAL-'"));
}

TEST_F(CoverageCommand, RefusesWhatItCannotRead) {
    const Ran missing = run({"--format", "json"}, "tests/golden/coverage/nothing.md");
    EXPECT_EQ(missing.code, reports::exit_wrong);
    EXPECT_THAT(missing.err, HasSubstr("cannot read 'tests/golden/coverage/nothing.md'"));
    EXPECT_EQ(schema_offence(missing.out), "") << "as any command says of a spec that is wrong";
    EXPECT_EQ(run({}, bridge).code, reports::exit_wrong) << "no row in it";
    EXPECT_EQ(run_errata({"coverage", bridge}).code, reports::exit_wrong) << "no catalogue";
    const std::string wrong = file("wrong.rules", "game \"Wrong\"\nturn { gold := 1 }\n");
    const Ran ran = run_errata({"coverage", wrong, "--against", catalogue});
    EXPECT_EQ(ran.code, reports::exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("E0201"));
    EXPECT_EQ(ran.out, "");
    const Ran several = run_errata({"coverage", "specs/tutorial", "--against", catalogue});
    EXPECT_EQ(several.code, reports::exit_wrong);
    EXPECT_THAT(several.err, HasSubstr("give one of them"));
}

TEST_F(CoverageCommand, PassesIfNothingIsMissing) {
    const std::string small = file("small.md", "| TOL-1 | rule | Who can pay may cross. |\n");
    const Ran ran = run({}, small);
    EXPECT_EQ(ran.code, reports::exit_passed);
    EXPECT_THAT(ran.out, HasSubstr("1 row: 1 modelled"));
    EXPECT_THAT(ran.out, HasSubstr("TOL-25")) << "what the catalogue does not have is told";
}

TEST_F(CoverageCommand, IsTheSameOnEveryRun) { EXPECT_EQ(run({"--why"}).out, run({"--why"}).out); }

}  // namespace
}  // namespace errata::tests
