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
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const Report& report, Result result = Result::Findings) {
    return render_sarif(Reports{{&report, result}});
}

json run_of(const Report& report, Result result = Result::Findings) {
    return json::parse(text_of(report, result))["runs"][0];
}

const std::string schema = "sarif.schema.json";

TEST(Sarif, IsValidWhateverASpecIsCalled) {
    EXPECT_EQ(schema_offence(text_of(sample_report()), schema), "");
    EXPECT_EQ(schema_offence(text_of(wrong_report(), Result::Wrong), schema), "");
    EXPECT_EQ(schema_offence(render_sarif({}), schema), "");
    for (const std::string& word : hostile_words) {
        Report report = sample_report(word);
        report.findings[0].clauses[0].file = word;
        report.findings[0].witness->steps[1].rule = word + ":7";
        const std::string text = text_of(report);
        EXPECT_EQ(schema_offence(text, schema), "") << word;
        // Other words than those of messages are never read as links.
        EXPECT_THAT(text, Not(testing::ContainsRegex("\"text\": \"[^\n]*\\]\\(http"))) << word;
    }
}

TEST(Sarif, AResultSaysWhatWhereAndWhich) {
    Report report = sample_report();
    report.findings[0].clauses[0].path = "ground Chasm/1";
    const json run = run_of(report);
    const json& first = run["results"][1];
    EXPECT_EQ(first["ruleId"], "contradiction.must-cannot");
    EXPECT_EQ(run["tool"]["driver"]["rules"][first["ruleIndex"].get<std::size_t>()]["id"], first["ruleId"]);
    EXPECT_EQ(first["level"], "error");
    EXPECT_THAT(first["message"]["text"].get<std::string>(),
                HasSubstr("Chasm demands 'fall', Feather forbids it\nChasm"));
    EXPECT_EQ(first["partialFingerprints"]["errata/v1"], report.findings[0].fingerprint);
    const json& place = first["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["artifactLocation"]["uri"], "game/cards.rules");
    EXPECT_EQ(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
    EXPECT_EQ(place["region"]["startLine"], 24);
    EXPECT_EQ(first["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "ground Chasm/1");
    EXPECT_THAT(first["relatedLocations"][0]["message"]["text"].get<std::string>(), HasSubstr("Feather: "));
    const json& steps = first["codeFlows"][0]["threadFlows"][0]["locations"];
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_EQ(steps[1]["location"]["message"]["text"], "Ann: walks to c1; Tim.at: b1 → c1");
    EXPECT_EQ(steps[1]["executionOrder"], 2);
}

TEST(Sarif, EachCodeHasOneRuleWithHelp) {
    const json rules = run_of(sample_report())["tool"]["driver"]["rules"];
    ASSERT_EQ(rules.size(), 3U) << "what is missing, the contradiction, the loop";
    EXPECT_THAT(rules[1]["help"]["text"].get<std::string>(), HasSubstr("What it means"));
    EXPECT_EQ(rules[1]["defaultConfiguration"]["level"], "error");
}

TEST(Sarif, WhatTheSpecSettlesIsSuppressed) {
    Report report = sample_report();
    report.findings[0].expected = true;
    const json results = run_of(report)["results"];
    EXPECT_EQ(results[5]["suppressions"][0], (json{{"kind", "inSource"}, {"justification", "as printed"}}));
    EXPECT_TRUE(results[1].contains("suppressions"));
    EXPECT_FALSE(results[2].contains("suppressions"));
}

TEST(Sarif, AnExpectationThatNothingMetIsAResult) {
    const json first = run_of(sample_report())["results"][0];
    EXPECT_EQ(first["ruleId"], "expectation.missing");
    EXPECT_EQ(first["level"], "error");
    EXPECT_THAT(first["message"]["text"].get<std::string>(), HasSubstr("deadlock"));
}

TEST(Sarif, ASpecThatDoesNotCompileIsNoSuccess) {
    const Report good = sample_report();
    const Report wrong = wrong_report();
    const json run =
        json::parse(render_sarif({{&good, Result::Findings}, {&wrong, Result::Wrong}}))["runs"][0];
    const json& invocation = run["invocations"][0];
    EXPECT_EQ(invocation["executionSuccessful"], false);
    const json& last = invocation["toolExecutionNotifications"].back();
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
    const json run = run_of(report);
    const json& flow = run["results"][1]["codeFlows"][0]["threadFlows"][0]["locations"];
    ASSERT_EQ(flow.size(), 1'000U);
    EXPECT_EQ(flow.back()["executionOrder"], 5'000);
    EXPECT_THAT(flow.back()["location"]["message"]["text"].get<std::string>(), HasSubstr("falls"));
}

TEST(Sarif, PathsAreWrittenAsAddresses) {
    Report report = sample_report();
    report.findings[0].clauses[0].file = "/all/my games/100%.rules";
    report.findings[1].clauses[0].file = "m\xC3\xA4rchen.rules";
    const json results = run_of(report)["results"];
    const auto address = [&](std::size_t i) {
        return results[i]["locations"][0]["physicalLocation"]["artifactLocation"];
    };
    EXPECT_EQ(address(1), (json{{"uri", "file:///all/my%20games/100%25.rules"}}));
    EXPECT_EQ(address(2)["uri"], "m%C3%A4rchen.rules");
}

TEST(Sarif, AThousandFindingsAreValid) {
    const std::string text = text_of(many_findings(1'000));
    EXPECT_EQ(json::parse(text)["runs"][0]["results"].size(), 1'000U);
    EXPECT_EQ(schema_offence(text, schema), "");
}

}  // namespace
}  // namespace errata::tests
