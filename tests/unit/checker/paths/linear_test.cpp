#include "checker/paths/linear.h"

#include <gtest/gtest.h>

#include <limits>

namespace errata::checker {
namespace {

using compiler::Value;

constexpr Value most = std::numeric_limits<Value>::max();

TEST(Linear, parts_that_cancel_out_are_gone) {
    const Linear a{3, {{0, 2}, {2, 1}}};
    EXPECT_EQ(sum(a, {1, {{0, 1}, {1, 5}}}, -2), (Linear{1, {{1, -10}, {2, 1}}}));
}

TEST(Linear, a_variable_gives_way_to_what_it_is) {
    const Linear life_after{-1, {{0, 1}, {1, -1}}};  // life - tired - 1
    const Linear tired_after{1, {{1, 1}}};
    EXPECT_EQ(substituted({5, {{0, 1}, {1, 3}}}, {life_after, tired_after}), (Linear{7, {{0, 1}, {1, 2}}}));
}

TEST(Linear, has_a_value_at_a_point) { EXPECT_EQ(value_at({4, {{0, 2}, {1, -1}}}, {10, 3}), 21); }

TEST(Linear, nothing_goes_beyond_64_bits) {
    EXPECT_FALSE(sum({most}, {1}));
    EXPECT_FALSE(scaled({0, {{0, most}}}, 2));
    EXPECT_FALSE(substituted({1, {{0, 1}}}, {{most}}));
    EXPECT_FALSE(value_at({0, {{0, 2}}}, {most}));
}

}  // namespace
}  // namespace errata::checker
