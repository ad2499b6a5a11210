// Findings that a spec accepts: who decided and until when, in every form of a report; and what was decided,
// to publish.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

class Acceptance : public testing::Test {
protected:
    Ran run(const std::string& accept, std::vector<std::string> arguments) {
        std::ofstream(path_) << R"(game "Coins"
action ring() { nothing }
rule "Bell" { when ring() { ring() } }
turn { ring() settle end "done" }
)" << accept << "\n";
        arguments.insert(arguments.begin(), "check");
        arguments.push_back(path_.string());
        const Ran ran = run_errata(arguments);
        std::filesystem::remove(path_);
        return ran;
    }

    const std::string decided_ =
        "accept \"loop.mandatory\" because \"The bell may ring *for ever*.\" by \"rules team\" until "
        "2027-03-01";
    const std::filesystem::path path_ = scratch_file("acceptance.rules");
};

TEST_F(Acceptance, SaysWhoDecidedAndUntilWhen) {
    const Ran ran = run(decided_, {"--as-of", "2027-03-01"});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("Accepted by rules team until 2027-03-01: The bell may ring"));
    EXPECT_THAT(ran.out, HasSubstr("  by rules team until 2027-03-01"));
}

TEST_F(Acceptance, CountsAgainPastItsDay) {
    const Ran ran = run(decided_, {"--as-of", "2027-03-02"});
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_THAT(ran.out, Not(HasSubstr("Accepted")));
    EXPECT_THAT(ran.err, HasSubstr("warning W0604: 'loop.mandatory' was accepted until 2027-03-01"));
}

TEST_F(Acceptance, IsPartOfJsonAndSarif) {
    const auto json = nlohmann::json::parse(run(decided_, {"--as-of", "2027-01-01", "--format", "json"}).out);
    const auto& finding = json["findings"][0];
    EXPECT_EQ(finding["accepted_by"], "rules team");
    EXPECT_EQ(finding["accepted_until"], "2027-03-01");
    EXPECT_THAT(run(decided_, {"--as-of", "2027-01-01", "--format", "sarif"}).out,
                HasSubstr("(accepted by rules team until 2027-03-01)"));
}

TEST_F(Acceptance, IsPublishedAsMarkdown) {
    const std::string text = run(decided_, {"--as-of", "2027-01-01", "--format", "decisions"}).out;
    EXPECT_THAT(text, HasSubstr("# Coins: decisions\n\n## "));
    EXPECT_THAT(text, HasSubstr("> <b>Bell</b>: "));
    EXPECT_THAT(text, HasSubstr("Decided by rules team until 2027"));
    EXPECT_THAT(text, Not(HasSubstr("*for ever*"))) << "words are no markup";
    EXPECT_THAT(run("", {"--format", "decisions"}).out, HasSubstr("Nothing has been decided."));
}

TEST_F(Acceptance, IsNoTestThatPasses) {
    const std::string tests = run(decided_, {"--as-of", "2027-01-01", "--format", "junit"}).out;
    EXPECT_THAT(tests,
                HasSubstr("name=\"no loop.mandatory\">\n      <skipped message=\"Accepted by rules team"));
}

TEST_F(Acceptance, OfWhatCannotBeReadIsNotPublished) {
    const Ran ran = run("rule \"Gong\" { when strike() { nothing } }", {"--format", "decisions"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.out, HasSubstr("The spec has errors, so that its decisions cannot be read."));
}

TEST_F(Acceptance, WantsADayOfTheCalendar) {
    const Ran ran = run("accept \"loop.mandatory\" because \"so\" until 2027-02-30", {});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("expected a day such as 2027-03-01"));
    EXPECT_EQ(run(decided_, {"--as-of", "tomorrow"}).code, 2);
}

}  // namespace
}  // namespace errata::tests
