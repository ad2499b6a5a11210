#include "checker/rounds/one_turn.h"

namespace errata::checker {

namespace {

bool breaks_off_at(const Reach& reach, std::uint32_t node) {
    if (node >= reach.arena().states) return true;  // one of the outcomes of a choice does, perhaps
    const ReachedState& reached = reach.exploration()[StateId(node)];
    return !reached.expanded || reached.cut || reached.error;
}

}  // namespace

GameGraph game_of_one_turn(const Reach& reach, AfterTheEnd after) {
    const Arena& whole = reach.arena();
    const auto beyond = static_cast<std::uint32_t>(whole.graph.size());
    GameGraph graph;
    std::vector<std::uint32_t> targets;
    for (std::uint32_t node = 0; node < beyond; ++node) {
        targets.clear();
        bool leaves = false;
        for (std::uint32_t edge = whole.graph.first[node]; edge < whole.graph.first[node + 1]; ++edge) {
            leaves = leaves || whole.stages[edge] > LoopStage::Turn;
            targets.push_back(whole.graph.targets[edge]);
        }
        if (whole.graph.leaks[node] && !breaks_off_at(reach, node)) leaves = true;
        if (whole.graph.leaks[node] && !leaves) targets.push_back(beyond);
        const bool is_over = node < whole.states && reach.exploration()[StateId(node)].over;
        if (is_over && after == AfterTheEnd::Stays) targets.push_back(node);
        graph.add(targets, leaves);
    }
    graph.add(std::vector<std::uint32_t>{beyond}, false);
    return graph;
}

}  // namespace errata::checker
