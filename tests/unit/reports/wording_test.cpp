// Findings that cards with the same words make are told once, with the names of the others; findings with
// words of their own, or of another standing, are told by themselves.
#include <string>

#include <gtest/gtest.h>

#include "reports/render/text.h"

namespace errata::reports {
namespace {

FindingLines finding(const std::string& title, const std::string& card, const std::string& text) {
    FindingLines lines;
    lines.code = "order.unowned";
    lines.title = title;
    lines.fingerprint = "#" + card;
    if (!text.empty()) lines.clauses.push_back({"spell", card, text, "spells.rules", 1, {}});
    return lines;
}

std::string told(std::vector<FindingLines> findings) {
    Report report;
    report.checked = true;
    report.findings = std::move(findings);
    return render_text(report, {});
}

std::size_t headlines(const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("order.unowned:"); at != std::string::npos;
         at = text.find("order.unowned:", at + 1)) {
        ++count;
    }
    return count;
}

TEST(Wording, OfCardsWithTheSameWordsTheFirstStandsForAll) {
    const std::string text = told({finding("Camp twice", "Camp", "Leaves the board."),
                                   finding("Mine twice", "Mine", "Leaves the board."),
                                   finding("Wisp twice", "Wisp", "Leaves the board.")});
    EXPECT_EQ(headlines(text), 1U) << text;
    EXPECT_NE(text.find("makes the same finding 2 more times: Mine twice"), std::string::npos) << text;
    EXPECT_NE(text.find("Wisp twice"), std::string::npos) << text;
    EXPECT_NE(text.find("3 errors"), std::string::npos) << text;
}

TEST(Wording, OtherWordsAreAnotherFinding) {
    EXPECT_EQ(headlines(told({finding("Camp twice", "Camp", "Leaves the board."),
                              finding("Mine twice", "Mine", "Leaves play.")})),
              2U);
}

TEST(Wording, WithoutWordsNothingIsTheSame) {
    EXPECT_EQ(headlines(told({finding("Camp twice", "Camp", ""), finding("Mine twice", "Mine", "")})), 2U);
}

TEST(Wording, WhatIsAcceptedIsToldApart) {
    FindingLines accepted = finding("Camp twice", "Camp", "Leaves the board.");
    accepted.accepted = "as printed";
    EXPECT_EQ(headlines(told({accepted, finding("Mine twice", "Mine", "Leaves the board.")})), 2U);
}

}  // namespace
}  // namespace errata::reports
