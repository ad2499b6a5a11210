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
        std::ofstream(path_) << rules_ << accept << "\n";
        arguments.insert(arguments.begin(), "check");
        arguments.push_back(path_.string());
        const Ran ran = run_errata(arguments);
        std::filesystem::remove(path_);
        return ran;
    }

    // Of the one finding.
    std::string digest() {
        const auto json = nlohmann::json::parse(run("", {"--format", "json"}).out);
        return json.at("findings").at(0).at("digest");
    }

    std::string rules_ = R"(game "Coins"
action ring() { nothing }
rule "Bell" { when ring() { ring() } }
turn { ring() settle end "done" }
)";
    const std::string decided_ =
        "accept loop.mandatory about \"Bell\" because \"The bell may ring *for ever*.\" by \"rules team\" "
        "until "
        "2027-03-01";
    const std::filesystem::path path_ = scratch_file("acceptance.rules");
};

TEST_F(Acceptance, SaysWhoDecidedAndUntilWhen) {
    const Ran ran = run(decided_, {"--verbose", "--as-of", "2027-03-01"});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("Accepted by rules team until 2027-03-01: The bell may ring"));
    EXPECT_THAT(ran.out, HasSubstr("  by rules team until 2027-03-01"));
}

TEST_F(Acceptance, CountsAgainPastItsDay) {
    const Ran ran = run(decided_, {"--verbose", "--as-of", "2027-03-02"});
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_THAT(ran.out, Not(HasSubstr("Accepted")));
    EXPECT_THAT(ran.err,
                HasSubstr("warning W0604: 'loop.mandatory about \"Bell\"' was accepted until 2027-03-01"));
}

std::string about_bell(const std::string& digest) {
    return "accept loop.mandatory about \"Bell\" as \"" + digest + "\" because \"known\"";
}

TEST_F(Acceptance, EndsWhereItsClausesSaySomethingElse) {
    const std::string accept = about_bell(digest());
    EXPECT_EQ(run(accept, {}).code, 0);
    rules_.replace(rules_.find("rule \"Bell\" {"), 13, "rule   \"Bell\"   {");
    EXPECT_EQ(run(accept, {}).code, 0) << "laid out in another way";
    rules_.replace(rules_.find("{ ring() } }"), 12, "{ nothing ring() } }");
    const Ran ran = run(accept, {});
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("'loop.mandatory about \"Bell\"' was accepted for another text"));
    EXPECT_THAT(ran.err, HasSubstr("write 'as \"" + digest() + "\"'"));
    EXPECT_EQ(run(about_bell(digest()), {}).code, 0);
}

TEST_F(Acceptance, EndsWhereThePhraseThatReadsItsTextIsAnother) {
    rules_ = R"(game "Coins"
kind unit: Ann { card: card = Bell }
printed card on unit if this.card = it
action ring() { nothing }
card Bell
  When it rings, ring.
phrase line "When it rings, ring." = { when ring() { ring() } }
turn { ring() settle end "done" }
)";
    const std::string accept = about_bell(digest());
    EXPECT_EQ(run(accept, {}).code, 0);
    rules_.replace(rules_.find("{ ring() } }"), 12, "{ nothing ring() } }");
    EXPECT_EQ(run(accept, {}).code, 1) << "the words on the card are the same";
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
    const std::string text = run(decided_, {"--as-of", "2027-01-01", "--format", "faq"}).out;
    EXPECT_THAT(text, HasSubstr("# Coins: questions and answers\n\n"));
    EXPECT_THAT(text, HasSubstr("> <b>Bell</b>: "));
    EXPECT_THAT(text, HasSubstr("Decided by rules team until 2027"));
    EXPECT_THAT(text, Not(HasSubstr("*for ever*"))) << "words are no markup";
    EXPECT_THAT(run("", {"--format", "faq"}).out, HasSubstr("## Open\n\n### "));
}

TEST_F(Acceptance, IsNoTestThatPasses) {
    const std::string tests = run(decided_, {"--as-of", "2027-01-01", "--format", "junit"}).out;
    EXPECT_THAT(tests,
                HasSubstr("name=\"no loop.mandatory\">\n      <skipped message=\"Accepted by rules team"));
}

TEST_F(Acceptance, OfWhatCannotBeReadIsNotPublished) {
    const Ran ran = run("rule \"Gong\" { when strike() { nothing } }", {"--format", "faq"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.out, HasSubstr("The spec has errors, so that it answers nothing."));
}

TEST_F(Acceptance, StandsWholeInTheTableOfWhatIsReady) {
    EXPECT_THAT(run(decided_, {"--as-of", "2027-01-01", "--format", "markdown"}).out,
                HasSubstr("| by rules team until 2027-03-01&#58; The bell may ring"));
    const std::string page = run(decided_, {"--as-of", "2027-01-01", "--format", "html"}).out;
    EXPECT_THAT(page, HasSubstr(">Accepted</th>"));
    EXPECT_THAT(page, HasSubstr("<p>by rules team until 2027-03-01: The bell may ring *for ever*.</p>"));
}

TEST_F(Acceptance, ThatHasRunOutIsPublishedAsSuch) {
    const std::string text = run(decided_, {"--as-of", "2027-03-02", "--format", "faq"}).out;
    EXPECT_THAT(text, HasSubstr("> <b>Bell</b>: "));
    EXPECT_THAT(text, HasSubstr("The decision has run out, and the question is open again."));
    EXPECT_THAT(text, HasSubstr("Decided by rules team until 2027"));
    EXPECT_THAT(text, HasSubstr("## Decided"));
    EXPECT_THAT(text, Not(HasSubstr("The bell may ring")));
    const auto json = nlohmann::json::parse(run(decided_, {"--as-of", "2027-03-02", "--format", "json"}).out);
    EXPECT_EQ(json["findings"][0]["accepted_by"], nullptr);
}

TEST_F(Acceptance, NamesAFingerprintAsReportsPrintIt) {
    const auto json = nlohmann::json::parse(run("", {"--format", "json"}).out);
    const std::string number = "#" + std::string(json["findings"][0]["fingerprint"]).substr(0, 8);
    EXPECT_EQ(run("accept \"" + number + "\" because \"so\"", {}).err, "");
    EXPECT_EQ(run("", {"--only", number}).code, 1);
    EXPECT_THAT(run("", {"--only", "#0123"}).err, HasSubstr("'#0123' is too short for a fingerprint"));
    EXPECT_THAT(run("accept \"#0123\" because \"so\"", {}).err,
                HasSubstr("'#0123' is too short for a fingerprint"));
    EXPECT_THAT(run("", {"--only", "#01234567"}).err, HasSubstr("no finding has the fingerprint"));
}

TEST_F(Acceptance, OfWhatIsAcceptedAlreadyIsWarnedAbout) {
    const std::string counted = "accept loop.mandatory 1 because \"the second\"";
    const Ran ran = run(decided_ + "\n" + counted, {"--verbose", "--as-of", "2027-01-01"});
    EXPECT_THAT(ran.out, HasSubstr("Accepted by rules team until 2027-03-01: The bell may ring"));
    EXPECT_THAT(ran.err, HasSubstr("6:1: warning W0601: 'loop.mandatory 1' is accepted already, at "));
    EXPECT_THAT(ran.err, Not(HasSubstr("5:1: warning")));
    const std::string later = "accept loop.mandatory about \"Bell\" because \"still\" until 2028-03-01";
    EXPECT_THAT(run(decided_ + "\n" + later, {"--as-of", "2027-01-01"}).err,
                HasSubstr("6:1: warning W0601: 'loop.mandatory about \"Bell\"' is accepted already, at "));
}

constexpr const char* gong =
    "action gong() { nothing }\nrule \"Gong\" { when gong() { gong() } when ring() { gong() } }\n";

TEST_F(Acceptance, IsNotCalledNeedlessWhereNotAllIsTold) {
    const std::string both =
        "accept loop.mandatory about \"Bell\" because \"a\"\n"
        "accept loop.mandatory 2 because \"b\"\n";
    EXPECT_THAT(run(both + gong, {"--only", "loop.optional"}).err, Not(HasSubstr("is accepted already")));
}

// What is accepted is what was looked at: neither a card more nor a finding more.
TEST_F(Acceptance, CoversNeitherFurtherCardsNorFurtherFindings) {
    const std::string two = "action gong() { nothing }\nrule \"Gong\" { when gong() { gong() } }\n";
    const Ran one = run("accept loop.mandatory 1 because \"the bell\"", {});
    EXPECT_EQ(one.code, 0) << one.out << one.err;
    const Ran none = run("accept loop.mandatory about \"Gong\" because \"no such loop\"\n" + two, {});
    EXPECT_EQ(none.code, 1) << none.out;
    EXPECT_THAT(none.err, HasSubstr("W0601: no finding is accepted by 'loop.mandatory about \"Gong\"'"));
    const Ran nothing = run("accept loop.mandatory 0 because \"none is known\"", {});
    EXPECT_EQ(nothing.code, 1) << nothing.out;
    EXPECT_THAT(nothing.err, HasSubstr("W0601: 'loop.mandatory' has 1 finding, not 0: none is accepted"));
    EXPECT_THAT(nothing.err, HasSubstr("hint: settle those that came, or accept so many"));
}

// Sentences are worded anew with every version, and a bare code would cover what comes later.
TEST_F(Acceptance, NamesNoSentenceAndNoBareCode) {
    EXPECT_THAT(run("accept \"Bell: for ever\" because \"so\"", {}).err,
                HasSubstr("W0601: 'Bell: for ever' is no number of a finding"));
    const Ran bare = run("accept loop.mandatory because \"so\"", {});
    EXPECT_EQ(bare.code, 2);
    EXPECT_THAT(bare.err, HasSubstr("expected 'about' and who takes part, or how many there are, found"));
}

TEST_F(Acceptance, OfSeveralThatEndedTheLastDayIsTold) {
    const std::string text = run("accept loop.mandatory about \"Bell\" because \"a\" until 2020-05-05\n"
                                 "accept loop.mandatory 1 because \"b\" until 2020-01-01",
                                 {"--format", "faq"})
                                 .out;
    EXPECT_THAT(text, HasSubstr("Decided until 2020-05-05.")) << text;
}

TEST_F(Acceptance, ThatHasEndedLeavesItsPlaceToTheNext) {
    const std::string later = "accept loop.mandatory about \"Bell\" because \"still\" until 2028-03-01";
    const Ran ran = run(decided_ + "\n" + later, {"--verbose", "--as-of", "2027-06-01"});
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("Accepted until 2028-03-01: still"));
    EXPECT_THAT(
        ran.err,
        HasSubstr("5:1: warning W0604: 'loop.mandatory about \"Bell\"' was accepted until 2027-03-01 and is "
                  "accepted anew, at "));
    EXPECT_THAT(ran.err, HasSubstr("hint: remove the line"));
    EXPECT_THAT(ran.err, Not(HasSubstr("6:1: warning")));
}

TEST_F(Acceptance, CoversAScenarioWithPoolsOfItsOwn) {
    const std::string example = R"(kind token of 2 { lit: bool }
state { gold: 0..3 }
scenario "larger" scope { token: 3 } {
    gold := 0
    then gold = 2
}
accept loop.mandatory about "Bell" because "so"
accept contradiction.scenario about "larger" because "known" by "rules team")";
    const Ran ran = run(example, {"--verbose"});
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("Accepted by rules team: known"));
    EXPECT_EQ(ran.err, "");
    EXPECT_THAT(run(example + " until 2027-03-01", {"--as-of", "2027-03-02"}).err,
                HasSubstr("12:1: warning W0604: 'contradiction.scenario about \"larger\"' was accepted until "
                          "2027-03-01 and counts again"));
    EXPECT_THAT(run(example + "\naccept contradiction.scenario 1 because \"all\"", {}).err,
                HasSubstr("13:1: warning W0601: 'contradiction.scenario 1' is accepted already, at "));
}

TEST_F(Acceptance, WantsAReason) {
    for (const char* reason : {"", "  "}) {
        const Ran ran =
            run("accept loop.mandatory about \"Bell\" because \"" + std::string(reason) + "\"", {});
        EXPECT_EQ(ran.code, 2);
        EXPECT_THAT(ran.err,
                    HasSubstr("5:44: error E0101: expected a reason in double quotes, found the text"));
        EXPECT_THAT(ran.err, HasSubstr("hint: say why it is accepted: 'because \"the ward stands\"'"));
    }
}

TEST_F(Acceptance, WantsADayOfTheCalendar) {
    const Ran ran = run("accept loop.mandatory about \"Bell\" because \"so\" until 2027-02-30", {});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("expected a day such as 2027-03-01"));
    EXPECT_EQ(run(decided_, {"--as-of", "tomorrow"}).code, 2);
}

}  // namespace
}  // namespace errata::tests
