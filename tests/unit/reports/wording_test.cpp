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

TEST(Wording, OfManyRoundsTheFirstAndTheLastAreShown) {
    FindingLines lines = finding("drain", "Leech", "Drains.");
    WitnessLines play;
    for (int i = 0; i < 12; ++i)
        play.steps.push_back({"Ann", "step " + std::to_string(i), "", {{"life", "2", "1"}}, 1});
    play.rounds = {1, 3, 5, 7, 9};
    lines.witness = play;
    const std::string text = told({lines});
    EXPECT_NE(text.find("From here, round after round:"), std::string::npos) << text;
    EXPECT_NE(text.find("2 more such rounds, then the last one:"), std::string::npos) << text;
    for (const char* shown : {"step 0 ", "step 1 ", "step 2 ", "step 7 ", "step 8 ", "step 9 ", "step 11 "})
        EXPECT_NE(text.find(shown), std::string::npos) << shown << text;
    for (const char* left_out : {"step 3 ", "step 6 "})
        EXPECT_EQ(text.find(left_out), std::string::npos) << left_out << text;
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
