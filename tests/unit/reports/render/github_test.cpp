// Workflow commands: one to a line, and none that a spec has written.
#include "reports/render/github.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/reports/render/hostile_words.h"
#include "tests/unit/reports/render/sample_report.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> github_lines(const Reports& reports) {
    std::istringstream text(render_github(reports));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

TEST(Github, TheGravestComesFirst) {
    const Report report = sample_report();
    const std::vector<std::string> lines = github_lines({{&report, Result::Findings}});
    ASSERT_EQ(lines.size(), 7U) << "the sum, what is missing, four findings, a diagnostic";
    EXPECT_THAT(lines[0], StartsWith("::notice title=errata%3A game::findings; 3 errors"));
    EXPECT_THAT(lines[1], StartsWith("::error file=game/cards.rules,line=1,title=expectation.missing"));
    EXPECT_THAT(
        lines[2],
        StartsWith("::error file=game/cards.rules,line=24,title=contradiction.must-cannot%3A \"Chasm\" "
                   "demands \"fall\"%2C and \"Feather\" forbids it::Chasm demands it, Feather forbids "
                   "it.%0AChasm: "));
    EXPECT_THAT(lines[4], StartsWith("::warning file=game/cards.rules,line=3,col=1,title=W0601"));
    EXPECT_THAT(lines[5], StartsWith("::warning "));
    EXPECT_THAT(lines[6], StartsWith("::notice "));
    for (const std::string& line : lines) EXPECT_THAT(line, Not(HasSubstr("Lantern"))) << "it is accepted";
}

TEST(Github, NoNameIsObeyed) {
    const Report usual = sample_report();
    const std::size_t expected = github_lines({{&usual, Result::Findings}}).size();
    for (const std::string& word : hostile_words) {
        SCOPED_TRACE(word);
        Report report = sample_report(word);
        report.findings[0].clauses[0].file = word;
        const std::vector<std::string> lines = github_lines({{&report, Result::Findings}});
        EXPECT_EQ(lines.size(), expected);
        for (const std::string& line : lines) {
            EXPECT_THAT(line, testing::ContainsRegex("^::(error|warning|notice) "));
            EXPECT_THAT(line, Not(HasSubstr("\r")));
            const std::string properties = line.substr(0, line.find("::", 2));
            EXPECT_EQ(properties.find(':', 2), std::string::npos) << properties;
            EXPECT_LE(std::ranges::count(properties, ','), 3) << properties;
            // Each percent sign belongs to a code of ours.
            for (std::size_t at = 0; (at = line.find('%', at)) != std::string::npos; ++at) {
                EXPECT_THAT((std::vector<std::string>{"%25", "%0D", "%0A", "%3A", "%2C"}),
                            testing::Contains(line.substr(at, 3)));
            }
        }
    }
}

TEST(Github, AWrongSpecIsAnError) {
    const Report report = wrong_report();
    const std::vector<std::string> lines = github_lines({{&report, Result::Wrong}});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1],
              "::error file=folder/wrong.rules,line=2,col=13,title=E0101::expected an expression, found "
              "'}'%0Awrite one");
}

TEST(Github, EveryFindingHasALine) {
    const Report report = many_findings(1'000);
    EXPECT_EQ(github_lines({{&report, Result::Findings}}).size(), 1'001U);
}

}  // namespace
}  // namespace errata::tests
