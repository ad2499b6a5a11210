// What the spec asks itself is told apart from what follows where clauses meet, and counted apart; the report
// begins with both, and with a table of what is named.
#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "reports/readiness.h"
#include "reports/render/sentences.h"
#include "reports/render/text.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

// Two rules contradict each other; a check, a choice by nobody, an open predicate with one speaker are the
// spec's own questions.
const std::string questions = R"(game "Questions"
player Ann, Bob
state { lit: bool  n: 0..3  side: bool }
open warm
open calm
rule "Sun" { warm if lit }
rule "Snow" { not warm if lit }
rule "Wind" { calm if n = 3 }
action shine { lit := yes }
action sit { if warm { n := 1 } if calm { n := 2 } }
check "dark" never lit
turn {
    choose by nobody {
        option "left" { side := no }
        option "right" { side := yes }
    }
    shine()
    sit()
    end "evening"
}
)";

std::string origin_of(const nlohmann::json& report, const std::string& code) {
    for (const nlohmann::json& finding : report["findings"])
        if (finding["code"] == code) return finding["origin"];
    return "not found";
}

class Asking : public testing::Test {
protected:
    static std::string spec() {
        const std::filesystem::path path = scratch_file("questions.rules");
        std::ofstream(path) << questions;
        return path.string();
    }
};

TEST_F(Asking, IsWhatTheSpecDoesItself) {
    const Ran ran = run_errata({"check", spec(), "--format", "json"});
    const nlohmann::json report = nlohmann::json::parse(ran.out);
    EXPECT_EQ(origin_of(report, "contradiction.definition"), "derived") << ran.out << ran.err;
    EXPECT_EQ(origin_of(report, "contradiction.invariant"), "asked");
    EXPECT_EQ(origin_of(report, "gap.undefined"), "asked");
    EXPECT_EQ(origin_of(report, "order.unowned"), "asked");
}

TEST_F(Asking, IsCountedApart) {
    const Ran ran = run_errata({"check", spec(), "--verbose"});
    EXPECT_THAT(ran.out, HasSubstr("questions.rules: 4 errors (1 derived, 3 asked)"));
    EXPECT_THAT(ran.out, HasSubstr("  Derived: it follows where Sun and Snow meet.\n"));
    EXPECT_THAT(ran.out, HasSubstr("  Asked: the spec itself poses the question.\n"));
    const std::size_t last = ran.out.rfind("questions.rules: 4 errors");
    ASSERT_NE(last, ran.out.find("questions.rules: 4 errors")) << "the line of counts stays as it is";
    EXPECT_EQ(ran.out.find("derived", last), std::string::npos);
    EXPECT_EQ(ran.out.find("\nerror: ", last), std::string::npos) << "and is the last paragraph";
    EXPECT_THAT(run_errata({"check", spec(), "--summary"}).out, Not(HasSubstr("derived")));
}

TEST(Opening, CountsTheClaimsThatAreNotCleared) {
    reports::Report report;
    report.checked = true;
    for (const char* question : {"gaps", "check \"a\"", "check \"b\""})
        report.verdicts.push_back(
            {question, checker::Status::Unknown, {}, question, true, {{checker::FactKind::TimeIsUp}}});
    EXPECT_EQ(reports::opening_sentence(report),
              "not cleared: gaps, 2 claims of the spec (time is up (--budget))");
    EXPECT_EQ(reports::headline_sentence(report),
              "not cleared: gaps, check \"a\", check \"b\" (time is up (--budget))");
    report.verdicts.pop_back();
    EXPECT_EQ(reports::opening_sentence(report), "not cleared: gaps, check \"a\" (time is up (--budget))");
}

reports::FindingLines accepted_finding() {
    reports::FindingLines lines;
    lines.code = compiler::FindingCode::OrderUnowned;
    lines.accepted = "as printed";
    lines.clauses = {{"card", "Mill", "Grind.", "", 1, {}, false, "card Mill"},
                     {"card", "Oven", "Bake.", "", 2, {}, false, "card Oven"}};
    return lines;
}

TEST(ReadinessText, SaysWhatIsPlayableAndWhatIsAccepted) {
    reports::Report report;
    report.checked = true;
    report.findings = {accepted_finding()};
    EXPECT_THAT(reports::readiness_text(report), Not(HasSubstr("playable")));
    report.screened.emplace();
    report.screened->items = {{"Mill", "card", false, {}, true}, {"Oven", "card", std::nullopt, {}, true}};
    EXPECT_EQ(reports::readiness_text(report),
              "  card or rule  worst                  findings  together with  playable  accepted\n"
              "  Mill          settled order.unowned  1         Oven           never     as printed\n"
              "  Oven          settled order.unowned  1         Mill                     as printed\n");
    report.findings[0].clauses.clear();
    EXPECT_EQ(reports::readiness_text(report), "");
}

}  // namespace
}  // namespace errata::tests
