#include "compiler/smt/value_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace errata::compiler {
namespace {

std::set<Value> elements(const ValueSet& set) {
    std::set<Value> result;
    set.for_each([&](Value value) { result.insert(value); });
    return result;
}

ValueSet random_set(std::mt19937& random) {
    ValueSet set(-1, static_cast<Value>(random() % 250));
    for (int i = 0; i < 30; ++i) set = set.without(static_cast<Value>(random() % 250) - 1);
    return set;
}

TEST(ValueSet, SmallSetsBehaveAsSetsOfValues) {
    std::mt19937 random(11);
    for (int round = 0; round < 300; ++round) {
        ValueSet a = random_set(random), b = random_set(random);
        std::set<Value> ea = elements(a), eb = elements(b);
        std::set<Value> both = ea;
        both.insert(eb.begin(), eb.end());
        EXPECT_EQ(elements(a.united(b)), both);
        bool meets = false;
        for (Value value : ea) meets = meets || eb.contains(value);
        EXPECT_EQ(a.intersects(b), meets);
        EXPECT_EQ(a.size(), static_cast<Value>(ea.size()));
        std::set<Value> cut;
        for (Value value : ea) {
            if (value >= 10 && value <= 90) cut.insert(value);
        }
        EXPECT_EQ(elements(a.cut_to(10, 90)), cut);
        if (!ea.empty()) {
            EXPECT_EQ(a.lo(), *ea.begin());
            EXPECT_EQ(a.hi(), *ea.rbegin());
        }
    }
}

TEST(ValueSet, WideSetsAreIntervals) {
    ValueSet wide(-100'000, 100'000);
    EXPECT_FALSE(wide.is_exact());
    EXPECT_TRUE(wide.contains(77'777));
    EXPECT_EQ(wide.united(ValueSet(3, 5)), wide);
    EXPECT_EQ(wide.cut_to(3, 5), ValueSet(3, 5));
    EXPECT_EQ(wide.without(100'000).hi(), 99'999);
    EXPECT_TRUE(only_value(5).without(5).is_empty());
}

}  // namespace
}  // namespace errata::compiler
