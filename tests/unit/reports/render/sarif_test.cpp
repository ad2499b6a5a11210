// SARIF: valid whatever a spec is called, places that servers find, and nothing settled that fails.
#include "reports/render/sarif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/report_schema.h"
#include "tests/unit/reports/render/hostile_words.h"
#include "tests/unit/reports/render/sample_report.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::HasSubstr;
using testing::Not;

std::string sarif_text(const Report& report, Result result = Result::Findings) {
    return render_sarif(Reports{{&report, result}});
}

nlohmann::json run_of(const Report& report, Result result = Result::Findings) {
    return nlohmann::json::parse(sarif_text(report, result))["runs"][0];
}

const std::string sarif_schema = "sarif.schema.json";

TEST(Sarif, IsValidWhateverASpecIsCalled) {
    EXPECT_EQ(schema_offence(sarif_text(sample_report()), sarif_schema), "");
    EXPECT_EQ(schema_offence(sarif_text(wrong_report(), Result::Wrong), sarif_schema), "");
    EXPECT_EQ(schema_offence(render_sarif({}), sarif_schema), "");
    Report held = sample_report();
    held.held_against = HeldAgainst{"known.json"};
    held.held_against->worse = {{WorseKind::Idle, "Chasm"}};
    EXPECT_EQ(schema_offence(sarif_text(held), sarif_schema), "");
    for (const std::string& word : hostile_words) {
        Report report = sample_report(word);
        report.findings[0].clauses[0].file = word;
        report.findings[0].witness->steps[1].rule = word + ":7";
        const std::string text = sarif_text(report);
        EXPECT_EQ(schema_offence(text, sarif_schema), "") << word;
        // Other words than those of messages are never read as links.
        EXPECT_THAT(text, Not(testing::ContainsRegex("\"text\": \"[^\n]*\\]\\(http"))) << word;
    }
}

TEST(Sarif, AResultSaysWhatWhereAndWhich) {
    Report report = sample_report();
    report.findings[0].clauses[0].path = "ground Chasm/1";
    const nlohmann::json run = run_of(report);
    const nlohmann::json& first = run["results"][1];
    EXPECT_EQ(first["ruleId"], "contradiction.must-cannot");
    EXPECT_EQ(run["tool"]["driver"]["rules"][first["ruleIndex"].get<std::size_t>()]["id"], first["ruleId"]);
    EXPECT_EQ(first["level"], "error");
    EXPECT_THAT(first["message"]["text"].get<std::string>(),
                HasSubstr("\"Chasm\" demands \"fall\", and \"Feather\" forbids it\nChasm"));
    EXPECT_EQ(first["partialFingerprints"]["errata/v1"], report.findings[0].fingerprint);
    const nlohmann::json& place = first["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["artifactLocation"]["uri"], "game/cards.rules");
    EXPECT_EQ(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
    EXPECT_EQ(place["region"]["startLine"], 24);
    EXPECT_EQ(first["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "ground Chasm/1");
    EXPECT_THAT(first["relatedLocations"][0]["message"]["text"].get<std::string>(), HasSubstr("Feather: "));
    const nlohmann::json& steps = first["codeFlows"][0]["threadFlows"][0]["locations"];
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_EQ(steps[1]["location"]["message"]["text"], "Ann: walks to c1; Tim.at: b1 → c1");
    EXPECT_EQ(steps[1]["executionOrder"], 2);
}

TEST(Sarif, EachCodeHasOneRuleWithHelp) {
    const nlohmann::json rules = run_of(sample_report())["tool"]["driver"]["rules"];
    ASSERT_EQ(rules.size(), 3U) << "what is missing, the contradiction, the loop";
    EXPECT_THAT(rules[1]["help"]["text"].get<std::string>(), HasSubstr("What it means"));
    EXPECT_EQ(rules[1]["defaultConfiguration"]["level"], "error");
}

TEST(Sarif, WhatTheSpecSettlesIsSuppressed) {
    Report report = sample_report();
    report.findings[0].expected = true;
    const nlohmann::json results = run_of(report)["results"];
    EXPECT_EQ(results[5]["suppressions"][0],
              (nlohmann::json{{"kind", "inSource"}, {"justification", "as printed"}}));
    EXPECT_TRUE(results[1].contains("suppressions"));
    EXPECT_FALSE(results[2].contains("suppressions"));
}

TEST(Sarif, AnExpectationThatNothingMetIsAResult) {
    const nlohmann::json first = run_of(sample_report())["results"][0];
    EXPECT_EQ(first["ruleId"], "expectation.missing");
    EXPECT_EQ(first["level"], "error");
    EXPECT_THAT(first["message"]["text"].get<std::string>(), HasSubstr("deadlock"));
}

TEST(Sarif, ASpecThatDoesNotCompileIsNoSuccess) {
    const Report good = sample_report();
    const Report wrong = wrong_report();
    const nlohmann::json run =
        nlohmann::json::parse(render_sarif({{&good, Result::Findings}, {&wrong, Result::Wrong}}))["runs"][0];
    const nlohmann::json& invocation = run["invocations"][0];
    EXPECT_EQ(invocation["executionSuccessful"], false);
    const nlohmann::json& last = invocation["toolExecutionNotifications"].back();
    EXPECT_EQ(last["descriptor"]["id"], "E0101");
    EXPECT_EQ(last["level"], "error");
    EXPECT_EQ(last["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    EXPECT_EQ(run_of(good)["invocations"][0]["executionSuccessful"], true);
}

TEST(Sarif, OfLongPlaysTheLastStepStays) {
    Report report = sample_report();
    std::vector<StepLine>& steps = report.findings[0].witness->steps;
    const StepLine step = steps[1];
    steps.assign(5'000, step);
    steps.back().choice = "falls";
    const nlohmann::json run = run_of(report);
    const nlohmann::json& flow = run["results"][1]["codeFlows"][0]["threadFlows"][0]["locations"];
    ASSERT_EQ(flow.size(), 1'000U);
    EXPECT_EQ(flow.back()["executionOrder"], 5'000);
    EXPECT_THAT(flow.back()["location"]["message"]["text"].get<std::string>(), HasSubstr("falls"));
}

TEST(Sarif, PathsAreWrittenAsAddresses) {
    Report report = sample_report();
    report.findings[0].clauses[0].file = "/all/my games/100%.rules";
    report.findings[1].clauses[0].file = "m\xC3\xA4rchen.rules";
    const nlohmann::json results = run_of(report)["results"];
    const auto address = [&](std::size_t i) {
        return results[i]["locations"][0]["physicalLocation"]["artifactLocation"];
    };
    EXPECT_EQ(address(1), (nlohmann::json{{"uri", "file:///all/my%20games/100%25.rules"}}));
    EXPECT_EQ(address(2)["uri"], "m%C3%A4rchen.rules");
}

// Code scanning refuses a file with too many.
TEST(Sarif, OfTooManyTheGravestStay) {
    Report report = sample_report();
    const FindingLines finding = report.findings[0];
    report.findings.assign(6'000, finding);
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
        report.findings[i].fingerprint = std::to_string(i);
        report.findings[i].severity = i < 1'500 ? checker::Severity::Note : checker::Severity::Error;
    }
    const nlohmann::json run = run_of(report);
    EXPECT_EQ(run["results"].size(), 5'000U);
    std::size_t errors = 0;
    for (const nlohmann::json& result : run["results"]) errors += result["level"] == "error" ? 1U : 0U;
    EXPECT_GE(errors, 4'500U);
    EXPECT_THAT(run["invocations"][0]["toolExecutionNotifications"].dump(),
                HasSubstr("more findings are left out here"));
}

TEST(Sarif, AThousandFindingsAreValid) {
    const std::string text = sarif_text(many_findings(1'000));
    EXPECT_EQ(nlohmann::json::parse(text)["runs"][0]["results"].size(), 1'000U);
    EXPECT_EQ(schema_offence(text, sarif_schema), "");
}

}  // namespace
}  // namespace errata::tests
