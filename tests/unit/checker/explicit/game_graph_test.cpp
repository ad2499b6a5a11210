// Fixpoints, components and lassos on graphs drawn by hand.
#include "checker/explicit/game_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace errata::tests {
namespace {

using namespace errata::checker;
using testing::ElementsAre;
using testing::IsEmpty;

GameGraph draw(const std::vector<std::vector<std::uint32_t>>& successors,
               const std::vector<std::uint32_t>& leaking = {}) {
    GameGraph graph;
    for (std::uint32_t s = 0; s < successors.size(); ++s) {
        graph.add(successors[s], std::ranges::find(leaking, s) != leaking.end());
    }
    return graph;
}

std::vector<std::uint32_t> members(const StateSet& set) {
    std::vector<std::uint32_t> result;
    for (std::uint32_t s = 0; s < set.size(); ++s) {
        if (set[s]) result.push_back(s);
    }
    return result;
}

StateSet set_of(std::size_t size, const std::vector<std::uint32_t>& states) {
    StateSet result(size);
    for (const std::uint32_t s : states) result[s] = true;
    return result;
}

// 0 -> 1 -> 2 -> 1, 2 -> 3 (an end), 4 -> 4
const GameGraph sample = draw({{1}, {2}, {1, 3}, {}, {4}});
const StateSet everywhere(5, true);

TEST(GreatestFixpoint, SomeoneCanGoOnForEver) {
    EXPECT_THAT(members(greatest_fixpoint(sample, everywhere, Mode::Some)), ElementsAre(0, 1, 2, 4));
}

TEST(GreatestFixpoint, EverybodyMustGoOnForEver) {
    EXPECT_THAT(members(greatest_fixpoint(sample, everywhere, Mode::All)), ElementsAre(4));
}

TEST(GreatestFixpoint, AStateWithoutSuccessorsIsNoLoop) {
    const GameGraph ended = draw({{}});
    EXPECT_THAT(members(greatest_fixpoint(ended, {true}, Mode::All)), IsEmpty());
    EXPECT_THAT(members(greatest_fixpoint(ended, {true}, Mode::Some)), IsEmpty());
}

TEST(GreatestFixpoint, WhoOwnsAStateDecides) {
    Modes modes(5, Mode::All);
    modes[2] = Mode::Some;  // the owner of 2 wants to go on
    EXPECT_THAT(members(greatest_fixpoint(sample, everywhere, modes)), ElementsAre(0, 1, 2, 4));
}

TEST(GreatestFixpoint, LeavingTheAllowedStatesEndsIt) {
    EXPECT_THAT(members(greatest_fixpoint(sample, set_of(5, {0, 2, 4}), Mode::Some)), ElementsAre(4));
}

TEST(GreatestFixpoint, ALeakIsAWayOutForAllButNotForSome) {
    const GameGraph leaking = draw({{1}, {0}, {2}}, {1});
    EXPECT_THAT(members(greatest_fixpoint(leaking, StateSet(3, true), Mode::All)), ElementsAre(2));
    EXPECT_THAT(members(greatest_fixpoint(leaking, StateSet(3, true), Mode::Some)), ElementsAre(0, 1, 2));
}

TEST(GreatestFixpoint, OptionsWithEqualSuccessorsAreOneWay) {
    const GameGraph twice = draw({{1, 1}, {0, 0, 2}, {}});
    EXPECT_EQ(distinct_successors(twice, 0), 1U);
    EXPECT_EQ(distinct_successors(twice, 1), 2U);
    EXPECT_THAT(members(greatest_fixpoint(twice, StateSet(3, true), Mode::Some)), ElementsAre(0, 1));
    EXPECT_THAT(members(greatest_fixpoint(twice, set_of(3, {0}), Mode::Some)), IsEmpty());
}

TEST(LeastFixpoint, CanReachAndMustReach) {
    EXPECT_THAT(members(can_reach(sample, set_of(5, {3}))), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(members(least_fixpoint(sample, set_of(5, {3}), everywhere, Modes(5, Mode::All))),
                ElementsAre(3));
    EXPECT_THAT(members(least_fixpoint(sample, set_of(5, {1, 3}), everywhere, Modes(5, Mode::All))),
                ElementsAre(0, 1, 2, 3));
}

TEST(LeastFixpoint, OnlyThroughAllowedStates) {
    EXPECT_THAT(members(least_fixpoint(sample, set_of(5, {3}), set_of(5, {0, 2}), Modes(5, Mode::Some))),
                ElementsAre(2, 3));
}

TEST(LeastFixpoint, ALeakingStateMustReachNothing) {
    const GameGraph leaking = draw({{1}, {}}, {0});
    EXPECT_THAT(members(least_fixpoint(leaking, {false, true}, {true, true}, Modes(2, Mode::All))),
                ElementsAre(1));
}

TEST(ReachableInside, StopsAtTheBorder) {
    EXPECT_THAT(members(reachable_inside(sample, set_of(5, {0}), set_of(5, {0, 1, 4}))), ElementsAre(0, 1));
}

TEST(Components, SuccessorsBeforePredecessors) {
    const Components parts = components(sample, everywhere);
    EXPECT_EQ(parts.members.size(), 4U);
    EXPECT_EQ(parts.of[1], parts.of[2]);
    EXPECT_LT(parts.of[3], parts.of[1]);
    EXPECT_LT(parts.of[1], parts.of[0]);
    EXPECT_TRUE(parts.cyclic[parts.of[1]]);
    EXPECT_TRUE(parts.cyclic[parts.of[4]]);
    EXPECT_FALSE(parts.cyclic[parts.of[0]]);
    EXPECT_FALSE(parts.cyclic[parts.of[3]]);
}

TEST(Components, RestrictedToASet) {
    const Components parts = components(sample, set_of(5, {1, 4}));
    EXPECT_EQ(parts.of[2], Components::outside);
    EXPECT_FALSE(parts.cyclic[parts.of[1]]);
}

TEST(Components, LongPathsNeedNoCallStack) {
    GameGraph ring;
    constexpr std::uint32_t length = 500000;
    for (std::uint32_t s = 0; s < length; ++s) ring.add(std::vector<std::uint32_t>{(s + 1) % length});
    EXPECT_EQ(components(ring, StateSet(length, true)).members.size(), 1U);
}

// Two states are in one component iff each reaches the other.
TEST(Components, AgreeWithReachability) {
    std::mt19937 generator(3);
    const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
    for (int round = 0; round < 200; ++round) {
        const std::uint32_t size = 1 + random() % 8;
        std::vector<std::vector<std::uint32_t>> successors(size);
        for (std::uint32_t edge = 0; edge < size + size / 2; ++edge)
            successors[random() % size].push_back(random() % size);
        const GameGraph graph = draw(successors);
        const StateSet all(size, true);
        const Components parts = components(graph, all);
        std::vector<StateSet> reach;
        for (std::uint32_t s = 0; s < size; ++s)
            reach.push_back(reachable_inside(graph, set_of(size, {s}), all));
        for (std::uint32_t a = 0; a < size; ++a) {
            for (std::uint32_t b = 0; b < size; ++b) {
                ASSERT_EQ(parts.of[a] == parts.of[b], reach[a][b] && reach[b][a]) << "round " << round;
            }
        }
    }
}

}  // namespace
}  // namespace errata::tests
