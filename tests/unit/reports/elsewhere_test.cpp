// What is chosen by elsewhere: that outcomes differ is no finding, and a finding whose play needs such a
// choice says so.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"
#include "tests/support/scratch.h"

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

nlohmann::json checked(const std::string& text) {
    const std::filesystem::path path = scratch_file("joust.rules");
    std::ofstream(path) << text;
    return nlohmann::json::parse(run_errata({"check", path.string(), "--format", "json"}).out);
}

std::string told(const nlohmann::json& report, const std::string& code) {
    for (const nlohmann::json& finding : report["findings"]) {
        if (finding["code"] == code) return finding["explanation"];
    }
    return "not found";
}

TEST(Elsewhere, IsNoFindingAndIsSaidOfFindingsThatLeanOnIt) {
    const nlohmann::json report = checked(joust("elsewhere", "elsewhere"));
    EXPECT_EQ(told(report, "order.unowned"), "not found");
    const std::string text = told(report, "contradiction.invariant");
    EXPECT_THAT(text, HasSubstr("It leans on what is decided elsewhere: Ida is unseated."));
    EXPECT_THAT(text, Not(HasSubstr("trumpet"))) << "nothing else could have been chosen";
    bool any = false;
    for (const nlohmann::json& step : report["findings"][0]["witness"]["steps"])
        any = any || step["actor"] == "elsewhere";
    EXPECT_TRUE(any) << "the play names who decides";
}

TEST(Elsewhere, IsToldFromWhatNobodyDecides) {
    const nlohmann::json report = checked(joust("nobody", "chance"));
    EXPECT_THAT(told(report, "order.unowned"), HasSubstr("leave this choice to nobody"));
    EXPECT_THAT(told(report, "contradiction.invariant"), Not(HasSubstr("elsewhere")));
}

}  // namespace
}  // namespace errata::tests
