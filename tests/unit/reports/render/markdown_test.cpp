// The comment: its size, what it drops first, and that no word of a spec is markup.
#include "reports/render/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/base/text.h"
#include "reports/render/sentences.h"
#include "tests/support/count_in.h"
#include "tests/unit/reports/render/hostile_words.h"
#include "tests/unit/reports/render/sample_report.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string markdown_text(const Report& report, Result result = Result::Findings) {
    return render_markdown(Reports{{&report, result}});
}

TEST(Markdown, BeginsWithItsMarkAndTheHeadline) {
    const std::string text = markdown_text(sample_report());
    EXPECT_THAT(text, StartsWith("<!-- errata -->\n### Errata: 3 problems (2 errors, 1 warning), 1 accepted, "
                                 "1 expectation not met\n"));
    EXPECT_THAT(text, HasSubstr("| Contradictions | 2 errors |\n| Gaps | nothing found |\n"));
    EXPECT_THAT(text, HasSubstr("| Endless loops | 1 warning; open&#58; plays of more than 16"));
    EXPECT_THAT(text, HasSubstr("| spec | found | result |\n|---|---|---|\n| game | 3 errors"));
    EXPECT_THAT(text, HasSubstr("W0601"));
    EXPECT_THAT(text, HasSubstr("The spec expects deadlock"));
    EXPECT_THAT(text, HasSubstr("Not analysed&#58; whether it matters"));
    EXPECT_EQ(count_in(text, "<details>"), 5U) << "four entries, and what is ready to be printed";
    EXPECT_EQ(count_in(text, "</details>"), 5U);
    EXPECT_THAT(text, HasSubstr("<details><summary>Cards and rules that findings name</summary>"));
    EXPECT_THAT(text, HasSubstr("walks to c1"));
}

TEST(Markdown, TheSettledComesLast) {
    Report report = sample_report();
    report.findings[0].expected = true;
    const std::string text = markdown_text(report);
    EXPECT_LT(text.find("bbbbbbbb"), text.find("cccccccc"));
    EXPECT_LT(text.find("dddddddd"), text.find("aaaaaaaa"));
    EXPECT_THAT(text, HasSubstr("Accepted&#58; as printed"));
}

// What stands in back quotes is shown as code, whoever wrote it.
std::size_t elements_but_code(const std::string& text) {
    return count_in(text, "<") - count_in(text, "<code>") - count_in(text, "</code>");
}

TEST(Markdown, NoWordIsMarkup) {
    const std::string usual = markdown_text(sample_report());
    for (const std::string& word : hostile_words) {
        SCOPED_TRACE(word);
        const std::string text = markdown_text(sample_report(word));
        EXPECT_EQ(text, dsl::visible(text)) << "nothing that grows when it is printed";
        EXPECT_LT(text.size(), longest_comment);
        // Outside of fences, where everything is shown as it is.
        std::string outside;
        std::string fence;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            if (fence.empty() && line.starts_with("```")) {
                fence = line.substr(0, line.find('t'));
            } else if (!fence.empty() && line == fence) {
                fence.clear();
            } else if (fence.empty()) {
                outside += line + "\n";
            }
        }
        EXPECT_EQ(fence, "") << "a fence is open at the end";
        EXPECT_EQ(count_in(outside, "<details>"), 5U);
        EXPECT_EQ(elements_but_code(outside), elements_but_code(usual)) << "no element but ours";
        EXPECT_EQ(count_in(outside, "<code>"), count_in(outside, "</code>"));
        if (word.find('`') == std::string::npos) {
            EXPECT_EQ(count_in(outside, "<code>"), count_in(usual, "<code>"));
        }
        EXPECT_EQ(count_in(outside, "<!--"), 1U);
        EXPECT_THAT(outside, Not(HasSubstr("](")));
        EXPECT_THAT(outside, Not(HasSubstr("@everyone")));
        EXPECT_THAT(outside, Not(HasSubstr("http:")));
        EXPECT_THAT(outside, Not(HasSubstr("www.")));
        EXPECT_THAT(outside, Not(HasSubstr("`")));
    }
}

TEST(Markdown, WordsOfOneLineStayThere) {
    EXPECT_EQ(markdown::escaped("a\nb|c"), "a b&#124;c");
    EXPECT_EQ(markdown::escaped("@a #1"), "&#64;&#8203;a &#35;&#8203;1");
    EXPECT_EQ(markdown::escaped("abc\xC3\xA4", 4), "abc...");
    EXPECT_THAT(markdown::fenced("a ```` b"), StartsWith("`````text\n"));
}

TEST(Markdown, IsNeverTooLong) {
    for (const std::size_t count : {100U, 200U, 1'000U, 5'000U}) {
        Report report = many_findings(count);
        report.findings.back().severity = checker::Severity::Note;
        const std::string text = markdown_text(report);
        EXPECT_LT(text.size(), longest_comment) << count;
        EXPECT_EQ(count_in(text, "<details>"), count_in(text, "</details>"));
        EXPECT_THAT(text, HasSubstr("<details><summary><b>error</b>"));
        EXPECT_THAT(text, Not(HasSubstr("<details><summary><b>note</b>")));
        EXPECT_THAT(text, HasSubstr("By name alone (`--format html` has everything about them)"));
        if (count >= 1'000U) {
            EXPECT_THAT(text, HasSubstr("more entries did not fit here;"));
            EXPECT_GT(text.size(), longest_comment / 2) << "the room is used";
        } else {
            for (const FindingLines& finding : report.findings)
                EXPECT_THAT(text, HasSubstr("<code>" + short_fingerprint(finding) + "</code>"));
        }
    }
}

TEST(Markdown, IsNotTooLongWhateverIsLong) {
    const std::string word(2'000, '|');
    Report report = sample_report(word);
    report.missing.assign(40, word);
    report.not_analysed.assign(40, word);
    report.diagnostics.assign(40, report.diagnostics[0]);
    report.findings[0].clauses.assign(40, report.findings[0].clauses[0]);
    report.findings[0].outcomes.assign(40, report.findings[0].outcomes[0]);
    Reports reports;
    for (int i = 0; i < 100; ++i) reports.emplace_back(&report, Result::Findings);
    const std::string text = render_markdown(reports);
    EXPECT_LT(text.size(), longest_comment);
    EXPECT_THAT(text, HasSubstr("more specs did not fit here;"));
}

TEST(Markdown, AWrongSpecSaysWhatIsWrong) {
    const std::string text = markdown_text(wrong_report(), Result::Wrong);
    EXPECT_THAT(text, HasSubstr("| - | spec is wrong |"));
    EXPECT_THAT(text, HasSubstr("expected an expression"));
    EXPECT_THAT(render_markdown({}), StartsWith("<!-- errata -->\n"));
}

}  // namespace
}  // namespace errata::tests
