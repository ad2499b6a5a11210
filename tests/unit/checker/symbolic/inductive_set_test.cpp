#include "checker/symbolic/inductive_set.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace errata::checker {
namespace {

Linear x(compiler::Value constant = 0, compiler::Value factor = 1) { return {constant, {{0, factor}}}; }
Linear y(compiler::Value constant = 0, compiler::Value factor = 1) { return {constant, {{1, factor}}}; }

TEST(InductiveSet, a_bound_that_is_left_behind_stays_there) {
    const LinearRound round{{{x(-5)}}, {x(-1)}, {3}};  // x <= 5, x falls
    const RoundAnswer answer = fate_of(round);
    EXPECT_EQ(answer.fate, RoundFate::Repeats);
    EXPECT_NE(std::ranges::find(answer.bounds, x(-5)), answer.bounds.end());
}

TEST(InductiveSet, what_comes_nearer_to_its_bound_ends) {
    const LinearRound round{{{x(-5)}}, {x(1)}, {3}};  // x <= 5, x rises
    EXPECT_EQ(fate_of(round).fate, RoundFate::Ends);
}

TEST(InductiveSet, amounts_may_grow) {
    // x <= 5; x becomes x - y, y becomes y + 1
    const LinearRound round{{{x(-5)}}, {{0, {{0, 1}, {1, -1}}}, y(1)}, {3, 0}};
    EXPECT_EQ(fate_of(round).fate, RoundFate::Repeats);
}

TEST(InductiveSet, amounts_that_turn_are_not_believed) {
    // x <= 5; x becomes x - y, y becomes y - 1: x rises in the end
    const LinearRound round{{{x(-5)}}, {{0, {{0, 1}, {1, -1}}}, y(-1)}, {3, 4}};
    EXPECT_EQ(fate_of(round).fate, RoundFate::Undecided);
}

TEST(InductiveSet, numbers_may_double) {
    const LinearRound round{{{x(5, -1)}}, {x(0, 2)}, {7}};  // x >= 5, x becomes 2 x
    EXPECT_EQ(fate_of(round).fate, RoundFate::Repeats);
}

TEST(InductiveSet, a_round_need_not_end_where_it_is_only_pinned) {
    const LinearRound round{{{x(-5), true}}, {x(1)}, {3}};
    const RoundAnswer answer = fate_of(round);
    EXPECT_EQ(answer.fate, RoundFate::Undecided);
    EXPECT_EQ(answer.witness, 0U);
}

}  // namespace
}  // namespace errata::checker
