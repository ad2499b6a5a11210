// Which clauses are needed, found by leaving others out.
#include "checker/causes/deletion_filter.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace errata::tests {

namespace {

using checker::needed_among;
using compiler::ClauseId;
using Clauses = std::vector<ClauseId>;

Clauses first_clauses(std::size_t count) {
    Clauses result;
    for (std::size_t i = 0; i < count; ++i) result.emplace_back(i);
    return result;
}

bool has(const Clauses& clauses, ClauseId clause) {
    return std::ranges::find(clauses, clause) != clauses.end();
}

// One after the other, by the definition.
template <class GoesOnWithout>
Clauses one_by_one(const Clauses& clauses, const GoesOnWithout& goes_on_without) {
    Clauses needed;
    Clauses left_out;
    for (const ClauseId clause : clauses) {
        left_out.push_back(clause);
        if (goes_on_without(left_out)) continue;
        left_out.pop_back();
        needed.push_back(clause);
    }
    return needed;
}

class Needed : public testing::TestWithParam<std::uint32_t> {};

// What is asked about holds as long as one of some small sets is there whole.
TEST_P(Needed, IsWhatOneByOneFinds) {
    std::mt19937 random(GetParam());
    const Clauses all = first_clauses(1 + random() % 40);
    std::vector<Clauses> causes(1 + random() % 3);
    for (Clauses& cause : causes) {
        for (std::size_t i = random() % 4; i > 0; --i) cause.push_back(all[random() % all.size()]);
    }
    const auto goes_on_without = [&](const Clauses& left_out) {
        return std::ranges::any_of(causes, [&](const Clauses& cause) {
            return std::ranges::none_of(cause, [&](ClauseId each) { return has(left_out, each); });
        });
    };
    EXPECT_EQ(needed_among(all, goes_on_without), one_by_one(all, goes_on_without));
}

INSTANTIATE_TEST_SUITE_P(Seeds, Needed, testing::Range(1U, 101U));

TEST(Needed, AmongThousandsTakesFewQuestions) {
    const Clauses all = first_clauses(10'000);
    std::size_t questions = 0;
    const auto goes_on_without = [&](const Clauses& left_out) {
        ++questions;
        return !has(left_out, ClauseId(77)) && !has(left_out, ClauseId(8'123));
    };
    EXPECT_EQ(needed_among(all, goes_on_without), (Clauses{ClauseId(77), ClauseId(8'123)}));
    EXPECT_LT(questions, 100U);
}

}  // namespace

}  // namespace errata::tests
