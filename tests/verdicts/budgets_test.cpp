// However small the budget, every analysis comes to an end soon, and nothing is said of all states that were
// not seen.
#include <chrono>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/codes.h"
#include "tests/support/told.h"

namespace errata::tests {
namespace {

using Json = nlohmann::json;

Json reports_of(const std::string& folder, const std::string& budget) {
    const Ran ran =
        check_spec(std::string(ERRATA_SOURCE_DIR) + folder, {"--budget", budget, "--format", "json"});
    EXPECT_NE(ran.code, 70) << ran.err;
    Json reports = Json::parse(ran.out);
    return reports.is_array() ? reports : Json::array({reports});
}

// States that a verdict about all of them counts; 0: it counts none.
std::size_t counted(const std::string& detail) {
    std::smatch match;
    if (!std::regex_search(detail, match, std::regex("AllStates(?:InParts)?: ([0-9]+)"))) return 0;
    return std::stoul(match[1]);
}

class Folders : public testing::TestWithParam<const char*> {};

TEST_P(Folders, AreNotSeenToTheEndInNoTime) {
    for (const Json& report : reports_of(GetParam(), "0.000001s")) {
        for (const Json& verdict : report.value("verdicts", Json::array()))
            EXPECT_NE(verdict["status"], "complete") << report["spec"] << verdict;
        for (const Json& finding : report.value("findings", Json::array()))
            EXPECT_NE(finding["status"], "complete") << report["spec"] << finding["title"];
    }
}

TEST_P(Folders, AreNotSeenToTheEndInAFewStates) {
    for (const Json& report : reports_of(GetParam(), "5states,2000units")) {
        for (const Json& verdict : report.value("verdicts", Json::array())) {
            const bool is_complete = verdict["status"] == "complete";
            EXPECT_LE(is_complete ? counted(verdict["detail"]) : 0, 5U) << report["spec"] << verdict;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Budgets, Folders, testing::Values("/specs/litmus", "/tests/verdicts/regressions"));

// Seconds that the program takes beyond its budget.
double overdraft(const std::string& spec, double seconds) {
    const auto start = std::chrono::steady_clock::now();
    run_errata({"check", std::string(ERRATA_SOURCE_DIR) + spec, "--budget", std::to_string(seconds) + "s"});
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    return spent.count() - seconds;
}

// Generous, for the machine may be busy: without a look at the clock it would be minutes.
TEST(Budgets, HoldWhereSearchesAreLong) {
    EXPECT_LT(overdraft("/specs/games/sanctum", 1), 60);
    EXPECT_LT(overdraft("/tests/verdicts/budgets/couples-in-a-crowd.rules", 1), 60);
    EXPECT_LT(overdraft("/tests/verdicts/budgets/far-from-the-shepherd.rules", 1), 60);
    EXPECT_LT(overdraft("/tests/verdicts/budgets/village.rules", 1), 60);
}

// Its pool is no bound that could be raised.
TEST(Budgets, OfRoomAreNamed) {
    const Ran ran = check_spec(std::string(ERRATA_SOURCE_DIR) + "/tests/verdicts/budgets/village.rules",
                               {"--budget", "4s", "--format", "json", "--engine", "explicit"});
    EXPECT_EQ(ran.code, 3) << ran.out;
    EXPECT_NE(ran.out.find("⟦TooManyWays⟧"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("⟦AnotherBound⟧"), std::string::npos) << ran.out;
}

TEST(Budgets, AreNamedAsTheRemedy) {
    const Ran ran =
        check_spec(std::string(ERRATA_SOURCE_DIR) + "/tests/verdicts/budgets/couples-in-a-crowd.rules",
                   {"--budget", "10states", "--format", "json", "--engine", "explicit"});
    EXPECT_NE(ran.out.find("⟦StatesSpent⟧"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.code, 3);
}

// What follows a search that is cut off early takes no longer than the search.
TEST(Budgets, OfFewStatesBoundTheSolver) {
    const auto listed = [](const std::string& budget) {
        return run_errata({"check", std::string(ERRATA_SOURCE_DIR) + "/specs/tutorial/1-coin.rules",
                           "--list-obligations", "--budget", budget})
            .out;
    };
    EXPECT_THAT(listed("20000states"), testing::HasSubstr("up to 20000 states, 200000 solver units"));
    EXPECT_THAT(listed("20000states,7units"), testing::HasSubstr("up to 20000 states, 7 solver units"));
    EXPECT_THAT(listed("5000000states"), testing::Not(testing::HasSubstr("solver units")));
}

}  // namespace
}  // namespace errata::tests
