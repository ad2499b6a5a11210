// What a finding leans on: what is chosen by elsewhere (that outcomes differ is no finding), what no rule
// decides; and who brought about what breaks a claim.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

// `by` chooses who falls; `forced` is the only way to go on.
std::string joust(const std::string& by, const std::string& forced) {
    return R"(game "Joust"
player Ann
kind knight: Ida, Jon { down: bool }
action fall(k: knight) { k.down := yes }
action joust() { choose k: knight by )" +
           by + R"( "{k} is unseated" { fall(k) } }
turn {
    choose by )" +
           forced + R"( { option "a trumpet sounds" { nothing } }
    joust()
    end "evening"
}
check "Ida stays in the saddle" never Ida.down
)";
}

nlohmann::json report_on(const std::string& text) {
    return nlohmann::json::parse(check_text("joust.rules", text, {"--format", "json"}).out);
}

std::string explanation_of(const nlohmann::json& report, const std::string& code) {
    for (const nlohmann::json& finding : report["findings"]) {
        if (finding["code"] == code) return finding["explanation"];
    }
    return "not found";
}

TEST(Elsewhere, IsNoFindingAndIsSaidOfFindingsThatLeanOnIt) {
    const nlohmann::json report = report_on(joust("elsewhere", "elsewhere"));
    EXPECT_EQ(explanation_of(report, "order.unowned"), "not found");
    const std::string text = explanation_of(report, "contradiction.invariant");
    EXPECT_THAT(text, HasSubstr("⟦LeansElsewhere: Ida is unseated⟧"));
    EXPECT_THAT(text, Not(HasSubstr("trumpet"))) << "nothing else could have been chosen";
    bool any = false;
    for (const nlohmann::json& step : report["findings"][0]["witness"]["steps"])
        any = any || step["actor"] == "elsewhere";
    EXPECT_TRUE(any) << "the play names who decides";
}

TEST(Elsewhere, IsToldFromWhatNobodyDecides) {
    const nlohmann::json report = report_on(joust("nobody", "chance"));
    EXPECT_THAT(explanation_of(report, "order.unowned"), HasSubstr("⟦LeftToNobody⟧"));
    EXPECT_THAT(explanation_of(report, "contradiction.invariant"), Not(HasSubstr("⟦LeansElsewhere: ")));
}

// The play needs an answer that no rule gives, beside its own question.
TEST(Leaning, IsSaidOfOtherOpenQuestions) {
    const nlohmann::json report = report_on(R"(game "Joust"
player Ann
kind knight: Ida, Jon { down: bool }
open slips(k: knight)
action ride(k: knight) { if slips(k) { k.down := yes } }
turn {
    ride(Ida)
    end "evening"
}
check "Ida stays in the saddle" never Ida.down
)");
    EXPECT_THAT(explanation_of(report, "contradiction.invariant"), HasSubstr("⟦LeansUndecided: slips"));
    EXPECT_THAT(explanation_of(report, "gap.undefined"), Not(HasSubstr("⟦Leans")))
        << "that is its own question";
}

// A broken claim names who brought about what breaks it, at whatever step, and nobody else.
TEST(BrokenClaim, NamesWhoBroughtItAbout) {
    const nlohmann::json report = report_on(R"(game "Well"
player Ann
kind bucket: Old, New { full: bool, wet: bool, noted: bool }
state { late: bool }
action fill(b: bucket) { b.full := yes }
action soak(b: bucket) { b.wet := yes }
action note(b: bucket) { b.noted := yes }
turn {
    phase dawn { fill(Old) }
    phase noon { note(Old) soak(Old) }
    phase dusk { end "night" }
}
check "what is full is dry" never some b: bucket with b.full and b.wet
)");
    std::vector<std::string> names;
    for (const nlohmann::json& clause : report["findings"][0]["clauses"]) names.push_back(clause["card"]);
    EXPECT_THAT(names, testing::ElementsAre("what is full is dry", "fill", "soak"));
}

}  // namespace
}  // namespace errata::tests
