// Shortest plays that run into a cycle of one component, back to its first state or to one that is the same
// (GameGraph::same). `minimal_cycle` looks, over the component's states in order of their distance, for the
// cycle for which way there and cycle together are shortest; on demand only cycles with an edge on which
// something changes (idling in place is no loop).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "checker/explicit/game_graph.h"

namespace errata::checker {

struct FoundCycle {
    std::uint32_t start = 0;           // a state, never a choice node
    std::vector<std::uint32_t> edges;  // of the graph, once round
    bool is_minimal = true;            // false: the search for a shorter one was cut short
};

// Its nodes, from the start on and back there.
std::vector<std::uint32_t> nodes_of(const GameGraph& graph, const FoundCycle& cycle);

// Whether something changes on an edge (a position in the graph's `targets`); null: any cycle will do.
using Changes = std::function<bool(std::uint32_t)>;

// `members`: a component of the graph restricted to `inside`; nodes from `states` on cannot start a cycle.
std::optional<FoundCycle> minimal_cycle(const GameGraph& graph, const StateSet& inside,
                                        const std::vector<std::uint32_t>& members, std::size_t states,
                                        const std::vector<std::uint32_t>& distances, const Changes& changes);

}  // namespace errata::checker
