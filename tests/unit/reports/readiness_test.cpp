// What can be played, where that is told at all: by what play never comes to, else by what it was shown to.
#include "reports/readiness.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/finding_codes.h"
#include "reports/render/markdown.h"
#include "reports/render/text.h"

namespace errata::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

FindingLines about(const std::string& code, const std::string& card) {
    FindingLines finding;
    finding.code = compiler::find_code(code).value();
    finding.title = card + " and more";
    finding.fingerprint = code + card;
    finding.clauses.push_back({"card", card, "Rings.", "cards.rules", 1, {}, false, card});
    return finding;
}

Report report_about(const std::vector<std::string>& codes) {
    Report report;
    report.checked = true;
    for (const std::string& code : codes) report.findings.push_back(about(code, "Bell"));
    report.findings.push_back(about("order.unowned", "Gong"));
    report.verdicts = {{"card \"Bell\" occurs", checker::Status::Proved, {}},
                       {"card \"Gong\" occurs", checker::Status::Proved, {}},
                       {"every ability is used",
                        checker::Status::Refuted,
                        {},
                        std::string(word(compiler::Question::Reach))}};
    report.verdicts[0].item = "Bell";
    report.verdicts[1].item = "Gong";
    return report;
}

TEST(Readiness, SaysWhatCanBePlayedWhereNotAllCan) {
    EXPECT_FALSE(tells_what_is_playable(report_about({})));
    const Report part = report_about({"unreachable.ability"});
    EXPECT_TRUE(tells_what_is_playable(part));
    EXPECT_EQ(playable_word(part, "Bell"), "not all");
    EXPECT_EQ(playable_word(part, "Gong"), "yes");
    EXPECT_THAT(readiness_text(part), Not(HasSubstr("playable"))) << "a narrow page says it by its findings";
    EXPECT_THAT(render_markdown({{&part, Result::Findings}}), HasSubstr("| playable | accepted |"));
    EXPECT_EQ(playable_word(report_about({"unreachable.ability", "unreachable.card"}), "Bell"), "never");
}

TEST(Readiness, SaysNothingOfWhatWasNotSeen) {
    Report report = report_about({"unreachable.ability"});
    EXPECT_EQ(playable_word(report, "Drum"), "") << "nobody asked";
    report.verdicts[2].open = true;
    EXPECT_EQ(playable_word(report, "Gong"), "") << "some of its text may never be used";
    report.verdicts[2].open = false;
    report.about.unasked = 1;
    EXPECT_EQ(playable_word(report, "Gong"), "") << "what is not told may say otherwise";
    report.about.unasked = 0;
    report.verdicts[1].status = checker::Status::Bounded;
    EXPECT_EQ(playable_word(report, "Gong"), "");
}

}  // namespace
}  // namespace errata::reports
