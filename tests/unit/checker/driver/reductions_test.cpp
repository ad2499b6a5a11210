// With and without each reduction, the same findings: on random games whose objects no rule can tell apart.
#include "checker/reductions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "checker/driver/driver.h"
#include "tests/support/codes.h"
#include "tests/support/crate_game.h"

namespace errata::checker {
namespace {

constexpr std::size_t budget = 10'000;

using Found = std::tuple<std::string, std::string, Status>;

CheckResult check_with(const compiler::Model& model, const Reductions& reductions) {
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.threads = 1;
    options.reductions = reductions;
    options.budget.states = budget;
    return check(model, options);
}

std::multiset<Found> found(const compiler::Model& model, const CheckResult& result) {
    std::multiset<Found> all;
    for (const Finding& finding : result.findings)
        all.emplace(code_name(finding.code), question_key(model, finding), finding.status);
    return all;
}

std::string text(const std::multiset<Found>& found) {
    std::string result;
    for (const auto& [code, title, status] : found)
        result += code + " " + title + " " + std::string(word(status)) + "\n";
    return result;
}

class WithoutEach : public testing::TestWithParam<std::uint32_t> {};

TEST_P(WithoutEach, TheFindingsAreTheSame) {
    const tests::CrateGame game(GetParam());
    const CheckResult whole = check_with(game.model, no_reductions);
    const CheckResult reduced = check_with(game.model, {});
    if (whole.stats.at(Statistic::States) > 0.9 * budget) return;  // not all was seen
    EXPECT_EQ(text(found(game.model, whole)), text(found(game.model, reduced)));
    EXPECT_LE(reduced.stats.at(Statistic::States), whole.stats.at(Statistic::States));
    ASSERT_EQ(whole.verdicts.size(), reduced.verdicts.size());
    for (std::size_t i = 0; i < whole.verdicts.size(); ++i) {
        EXPECT_EQ(whole.verdicts[i].claim, reduced.verdicts[i].claim);
        EXPECT_EQ(word(whole.verdicts[i].status), word(reduced.verdicts[i].status))
            << whole.verdicts[i].claim;
    }
}

INSTANTIATE_TEST_SUITE_P(CrateGames, WithoutEach, testing::Range(1U, 121U));

class Unread : public testing::TestWithParam<std::uint32_t> {};

bool is_loop(const Found& found) { return std::get<0>(found).starts_with("loop."); }

// A score that nothing reads: without slicing the states have no end, and what is found among the first of
// them is found with it. (Loops of one kind may then be seen to be of a stricter one.)
TEST_P(Unread, LosesNothing) {
    const tests::CrateGame game(GetParam(), true);
    const std::multiset<Found> whole =
        found(game.model, check_with(game.model, {.slice = false, .symmetry = true}));
    const std::multiset<Found> reduced = found(game.model, check_with(game.model, {}));
    for (const Found& one : whole) {
        EXPECT_TRUE(is_loop(one) || reduced.contains(one)) << std::get<0>(one) << " " << std::get<1>(one);
    }
    EXPECT_LE(std::ranges::any_of(whole, is_loop), std::ranges::any_of(reduced, is_loop));
}

INSTANTIATE_TEST_SUITE_P(CrateGames, Unread, testing::Range(1U, 61U));

TEST(Reductions, AreNamedWhenOff) {
    EXPECT_TRUE(switched_off({}).empty());
    EXPECT_EQ(switched_off(no_reductions).size(), all_reductions().size());
    EXPECT_EQ(switched_off({.slice = false, .symmetry = true}), std::vector<std::string_view>{"slice"});
}

}  // namespace
}  // namespace errata::checker
