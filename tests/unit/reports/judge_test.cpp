// What makes a run fail.
#include <gtest/gtest.h>

#include "reports/cli/exit_codes.h"
#include "reports/report.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using checker::Severity;
using checker::Status;

Report checked_with(std::vector<FindingLines> findings = {}) {
    Report report;
    report.checked = true;
    report.findings = std::move(findings);
    return report;
}

FindingLines finding_of(Severity severity) {
    FindingLines lines;
    lines.severity = severity;
    return lines;
}

TEST(Judge, PassesWithoutFindings) { EXPECT_EQ(judge(checked_with(), Severity::Error), Result::Passed); }

TEST(Judge, CountsFindingsFromTheLimitUp) {
    EXPECT_EQ(judge(checked_with({finding_of(Severity::Error)}), Severity::Error), Result::Findings);
    EXPECT_EQ(judge(checked_with({finding_of(Severity::Warning)}), Severity::Error), Result::Passed);
    EXPECT_EQ(judge(checked_with({finding_of(Severity::Warning)}), Severity::Warning), Result::Findings);
    EXPECT_EQ(judge(checked_with({finding_of(Severity::Note)}), Severity::Warning), Result::Passed);
}

TEST(Judge, LetsAcceptedAndUnconfirmedPass) {
    FindingLines accepted = finding_of(Severity::Error);
    accepted.accepted = "answered in the next FAQ";
    FindingLines unconfirmed = finding_of(Severity::Error);
    unconfirmed.status = Status::Unconfirmed;
    EXPECT_EQ(judge(checked_with({accepted, unconfirmed}), Severity::Error), Result::Passed);
}

TEST(Judge, HoldsASpecToItsExpectations) {
    FindingLines expected = finding_of(Severity::Error);
    expected.expected = true;
    Report report = checked_with({expected});
    report.has_expectations = true;
    EXPECT_EQ(judge(report, Severity::Error), Result::Passed);
    report.findings.push_back(finding_of(Severity::Note));
    EXPECT_EQ(judge(report, Severity::Error), Result::Passed) << "notes are never extra";
    report.findings.push_back(finding_of(Severity::Warning));
    EXPECT_EQ(judge(report, Severity::Error), Result::Findings)
        << "an extra finding counts whatever the limit";
    report.findings = {expected};
    report.missing = {"loop.mandatory"};
    EXPECT_EQ(judge(report, Severity::Error), Result::Findings);
}

TEST(Judge, IsInconclusiveOnlyIfNothingWasFound) {
    Report report = checked_with();
    report.inconclusive = true;
    EXPECT_EQ(judge(report, Severity::Error), Result::Inconclusive);
    FindingLines expected = finding_of(Severity::Error);
    expected.expected = true;
    report.findings = {expected};
    EXPECT_EQ(judge(report, Severity::Error), Result::Passed);
    report.findings = {finding_of(Severity::Error)};
    EXPECT_EQ(judge(report, Severity::Error), Result::Findings);
}

TEST(Judge, CallsASpecWrongThatWasNotChecked) { EXPECT_EQ(judge(Report(), Severity::Error), Result::Wrong); }

TEST(ExitCodes, TheGravestSpeaks) {
    EXPECT_EQ(graver(exit_passed, exit_inconclusive), exit_inconclusive);
    EXPECT_EQ(graver(exit_findings, exit_inconclusive), exit_findings);
    EXPECT_EQ(graver(exit_findings, exit_wrong), exit_wrong);
    EXPECT_EQ(graver(exit_bug, exit_wrong), exit_bug);
    EXPECT_EQ(graver(exit_passed, exit_passed), exit_passed);
}

}  // namespace
}  // namespace errata::tests
