// JUnit: well-formed whatever a spec is called, and failing exactly where something counts.
#include "reports/render/junit.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"
#include "tests/support/count_in.h"
#include "tests/support/program.h"
#include "tests/unit/reports/render/hostile_words.h"
#include "tests/unit/reports/render/sample_report.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using checker::Status;
using testing::HasSubstr;
using testing::Not;

std::string junit_text(const Report& report, Result result = Result::Findings) {
    return render_junit(Reports{{&report, result}});
}

// What keeps it from being XML, or "": elements close in their order, no value is left open, and every
// character is one that XML 1.0 has.
std::string xml_offence(const std::string& text) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = dsl::utf8_length(text, at);
        const auto byte = static_cast<unsigned char>(text[at]);
        if (length == 0 || (byte < 0x20 && byte != '\n' && byte != '\t') ||
            text.substr(at, length) == "\xEF\xBF\xBF")
            return "a character that is none at " + std::to_string(at);
        if (text[at] == '&') {
            const std::string name = text.substr(at, text.find(';', at) - at + 1);
            const std::set<std::string> known = {"&amp;", "&lt;", "&gt;", "&quot;", "&#10;", "&#9;", "&#13;"};
            if (!known.contains(name)) return "an unknown reference " + name;
            at += name.size();
            continue;
        }
        if (text[at] != '<') {
            at += length;
            continue;
        }
        const std::size_t end = text.find('>', at);
        const std::string tag = text.substr(at + 1, end - at - 1);
        if (tag.find('<') != std::string::npos || count_in(tag, "\"") % 2 != 0) return "a broken tag " + tag;
        const std::string name = tag.substr(0, tag.find_first_of(" /?", 1));
        if (tag[0] == '/') {
            if (open.empty() || open.back() != tag.substr(1)) return "the end of another element: " + tag;
            open.pop_back();
        } else if (!tag.ends_with("/") && !tag.ends_with("?")) {
            open.push_back(name);
        }
        at = end + 1;
    }
    return open.empty() ? "" : "an open element " + open.back();
}

// A build server sees which setup it was, and there only what was found in it.
TEST(Junit, HasATestForEachClaimOfEachSetup) {
    Report report = sample_report();
    report.setups = {"at noon", "at dusk"};
    const FindingLines& found = report.findings[0];
    const std::string claim = "no " + code_word(found);
    report.verdicts = {{.claim = claim, .status = Status::Complete, .setup = "at noon"},
                       {.claim = claim, .status = Status::Refuted, .setup = "at dusk"}};
    for (VerdictLine& verdict : report.verdicts) verdict.about = found.against.at(0);
    report.findings[0].witness->setup = "at dusk";
    const std::string text = junit_text(report);
    EXPECT_THAT(text, HasSubstr(".at noon\" name=\"" + claim + "\"/>"));
    EXPECT_THAT(text, HasSubstr(".at dusk\" name=\"" + claim + "\">\n      <skipped"));
    EXPECT_EQ(failing(report, report.verdicts[1]), std::vector<const FindingLines*>{&report.findings[0]});
    report.setups = {"at dusk"};
    EXPECT_THAT(junit_text(report), Not(HasSubstr(".at dusk\"")));
}

TEST(Junit, IsWellFormedWhateverASpecIsCalled) {
    const std::string usual = junit_text(sample_report());
    ASSERT_EQ(xml_offence(usual), "");
    EXPECT_EQ(xml_offence(render_junit({})), "");
    EXPECT_EQ(xml_offence(junit_text(wrong_report(), Result::Wrong)), "");
    for (const std::string& word : hostile_words) {
        SCOPED_TRACE(word);
        const std::string text = junit_text(sample_report(word));
        EXPECT_EQ(xml_offence(text), "");
        EXPECT_EQ(count_in(text, "<testsuite "), 1U);
        EXPECT_EQ(count_in(text, "<testcase "), count_in(usual, "<testcase "));
    }
}

TEST(Junit, WhatCountsFails) {
    const std::string text = junit_text(sample_report());
    EXPECT_THAT(text, HasSubstr("<testsuites name=\"errata\" tests=\"7\" failures=\"3\" errors=\"0\" "
                                "skipped=\"2\">"));
    EXPECT_THAT(text, HasSubstr("name=\"no gap.undefined\"/>"));
    EXPECT_THAT(text, HasSubstr("name=\"no contradiction.must-cannot\">\n      <skipped"));
    EXPECT_THAT(text, HasSubstr("name=\"contradiction.must-cannot: &quot;Chasm&quot; demands "
                                "&quot;fall&quot;, and &quot;Feather&quot; forbids it #aaaaaaaa\">"));
    EXPECT_THAT(text, HasSubstr("<skipped message=\"bounded: nothing within 16 transitions from setup "
                                "&quot;start&quot; (plays of "
                                "more than 16"));
    EXPECT_THAT(text, HasSubstr("name=\"expect deadlock\">\n      <failure"));
    EXPECT_THAT(text, Not(HasSubstr("cccccccc\"")));
    EXPECT_THAT(text, Not(HasSubstr("Lantern")));
}

TEST(Junit, WarningsCountIfTheRunSaysSo) {
    Report report = sample_report();
    report.fail_on = checker::Severity::Warning;
    EXPECT_THAT(
        junit_text(report),
        HasSubstr("Ann can repeat &quot;Belfry&quot; for ever, and each round leaves more #cccccccc\">"));
}

TEST(Junit, WhatTheSpecSettlesFailsNothing) {
    Report report = sample_report();
    report.missing.clear();
    report.fail_on = checker::Severity::Note;
    for (FindingLines& finding : report.findings) finding.expected = finding.accepted.empty();
    EXPECT_THAT(junit_text(report, Result::Passed), HasSubstr("failures=\"0\" errors=\"0\""));
}

TEST(Junit, AWrongSpecIsAnError) {
    const std::string text = junit_text(wrong_report(), Result::Wrong);
    EXPECT_THAT(text, HasSubstr("tests=\"1\" failures=\"0\" errors=\"1\""));
    EXPECT_THAT(text, HasSubstr("<error message=\"expected an expression, found '}'\""));
    EXPECT_THAT(text, HasSubstr("folder/wrong.rules:2:13: error E0101"));
}

TEST(Junit, AThousandFindingsAreCases) {
    const std::string text = junit_text(many_findings(1'000));
    EXPECT_EQ(count_in(text, "<failure "), 1'000U);
    EXPECT_EQ(xml_offence(text), "");
    EXPECT_LT(text.size(), 5'000'000U);
}

TEST(Junit, ClaimsOfManyRefutedAreShort) {
    Report report = many_findings(1'000);
    const ClaimRef claim{0, checker::claim_of_none(compiler::FindingCode::ContradictionMustCannot)};
    report.verdicts = {{"no contradiction.must-cannot", Status::Refuted, {}}};
    report.verdicts[0].about = claim;
    for (FindingLines& finding : report.findings) finding.against = {claim};
    const std::string text = junit_text(report);
    EXPECT_THAT(text, HasSubstr(" and 980 more)"));
}

TEST(Junit, KnowsWhatSpeaksAgainstAClaim) {
    const ClaimRef claim{0, {checker::ClaimSort::Declared, 1}};
    FindingLines finding;
    finding.against = {{0, {checker::ClaimSort::Premise, 1}}, claim};
    VerdictLine verdict;
    EXPECT_FALSE(speaks_against(finding, verdict)) << "about nothing that is known";
    verdict.about = claim;
    EXPECT_TRUE(speaks_against(finding, verdict));
    verdict.about->claim.number = 2;
    EXPECT_FALSE(speaks_against(finding, verdict));
    verdict.about = ClaimRef{1, claim.claim};
    EXPECT_FALSE(speaks_against(finding, verdict)) << "the claim of another game";
}

}  // namespace
}  // namespace errata::tests
