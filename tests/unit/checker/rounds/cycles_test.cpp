#include "checker/rounds/cycles.h"

#include <gtest/gtest.h>

namespace errata::checker {
namespace {

GameGraph graph_of(const std::vector<std::vector<std::uint32_t>>& successors) {
    GameGraph graph;
    for (const auto& list : successors) graph.add(list);
    return graph;
}

TEST(MinimalCycle, prefers_the_shortest_way_there_and_round) {
    // 0 -> 1 -> 2 -> 3 -> 0 and 2 -> 2.
    const GameGraph graph = graph_of({{1}, {2}, {3, 2}, {0}});
    const auto cycle = minimal_cycle(graph, StateSet(4, true), {0, 1, 2, 3}, 4, {0, 1, 2, 3}, {});
    ASSERT_TRUE(cycle);
    EXPECT_EQ(cycle->start, 2U);
    EXPECT_EQ(cycle->edges.size(), 1U);
}

TEST(MinimalCycle, on_demand_passes_an_edge_that_changes_something) {
    const GameGraph graph = graph_of({{1}, {2}, {3, 2}, {0}});
    const auto cycle = minimal_cycle(graph, StateSet(4, true), {0, 1, 2, 3}, 4, {0, 1, 2, 3},
                                     [](std::uint32_t edge) { return edge == 4; });  // 3 -> 0
    ASSERT_TRUE(cycle);
    EXPECT_EQ(cycle->start, 0U);
    EXPECT_EQ(cycle->edges.size(), 4U);
}

TEST(MinimalCycle, none_if_nothing_changes) {
    const GameGraph graph = graph_of({{1}, {0}});
    EXPECT_FALSE(
        minimal_cycle(graph, StateSet(2, true), {0, 1}, 2, {0, 1}, [](std::uint32_t) { return false; }));
}

TEST(MinimalCycle, begins_at_a_state_and_not_at_a_choice) {
    // Node 1 is a choice node.
    const GameGraph graph = graph_of({{1}, {0}});
    const auto cycle = minimal_cycle(graph, StateSet(2, true), {0, 1}, 1, {5, 0}, {});
    ASSERT_TRUE(cycle);
    EXPECT_EQ(cycle->start, 0U);
}

}  // namespace
}  // namespace errata::checker
