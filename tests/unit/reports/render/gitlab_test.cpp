// The code quality report: valid whatever a spec is called, and no entry twice.
#include "reports/render/gitlab.h"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/report_schema.h"
#include "tests/unit/reports/render/hostile_words.h"
#include "tests/unit/reports/render/sample_report.h"

namespace errata::tests {
namespace {

using namespace errata::reports;

const std::string gitlab_schema = "codequality.schema.json";

std::string gitlab_text(const Report& report, Result result = Result::Findings) {
    return render_gitlab(Reports{{&report, result}});
}

TEST(Gitlab, IsValidWhateverASpecIsCalled) {
    EXPECT_EQ(schema_offence(gitlab_text(wrong_report(), Result::Wrong), gitlab_schema), "");
    EXPECT_EQ(render_gitlab({}), "[]\n");
    for (const std::string& word : hostile_words)
        EXPECT_EQ(schema_offence(gitlab_text(sample_report(word)), gitlab_schema), "") << word;
}

TEST(Gitlab, TheGravestComesFirstAndTheSettledNotAtAll) {
    Report report = sample_report();
    report.findings[1].expected = true;
    const nlohmann::json array = nlohmann::json::parse(gitlab_text(report));
    ASSERT_EQ(array.size(), 5U) << "missing, an error, a loop, a diagnostic and a note";
    EXPECT_EQ(array[0]["check_name"], "expectation.missing");
    EXPECT_EQ(array[1]["severity"], "major");
    EXPECT_EQ(array[1]["fingerprint"], report.findings[0].fingerprint);
    EXPECT_EQ(array[1]["location"]["path"], "game/cards.rules");
    EXPECT_EQ(array[1]["location"]["lines"]["begin"], 24);
    EXPECT_EQ(array[2]["severity"], "minor");
    EXPECT_EQ(array[4]["severity"], "info");
}

TEST(Gitlab, WhatNoPlayWasShownToReachIsNoError) {
    Report report = sample_report();
    report.findings = {report.findings[0]};
    report.findings[0].status = checker::Status::Unconfirmed;
    const nlohmann::json array = nlohmann::json::parse(gitlab_text(report));
    for (const nlohmann::json& entry : array) {
        if (entry["check_name"] == "contradiction.must-cannot") {
            EXPECT_EQ(entry["severity"], "minor");
        }
    }
}

TEST(Gitlab, NoFingerprintIsGivenTwice) {
    const Report first = many_findings(1'000);
    const Report second = first;
    const std::string text = render_gitlab({{&first, Result::Findings}, {&second, Result::Findings}});
    EXPECT_EQ(schema_offence(text, gitlab_schema), "");
    std::set<std::string> seen;
    for (const nlohmann::json& entry : nlohmann::json::parse(text))
        seen.insert(entry["fingerprint"].get<std::string>());
    EXPECT_EQ(seen.size(), 2'000U);
}

}  // namespace
}  // namespace errata::tests
