// The bare graph of a searched game, and what the analyses ask of it: components and fixpoints.
// States are numbers 0..n-1, edges stand by source and may repeat; two options with equal successors are two
// edges to one state, which every question below counts as one way to go. Who owns a state is expressed by
// the caller as a Mode per state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace errata::checker {

struct GameGraph {
    std::vector<std::uint32_t> first{0};  // edges of state s: targets[first[s]] .. targets[first[s+1]-1]
    std::vector<std::uint32_t> targets;
    // By state: some successor lies outside the graph (an error, cut, or not searched). Such a state never
    // has *all* its successors in a set.
    std::vector<bool> leaks;
    // By state: states with one number, at most their own, are the same to whoever chooses. The states beyond
    // the list are their own.
    std::vector<std::uint32_t> same;

    std::size_t size() const { return first.size() - 1; }
    std::uint32_t class_of(std::uint32_t state) const { return state < same.size() ? same[state] : state; }
    std::span<const std::uint32_t> successors(std::uint32_t state) const {
        return std::span(targets).subspan(first[state], first[state + 1] - first[state]);
    }
    // Adds the next state.
    void add(std::span<const std::uint32_t> successors, bool leaks_out = false);
    GameGraph reversed() const;
};

using StateSet = std::vector<bool>;  // by state

// Which successors must lie in the set: whoever owns the state wants to stay in it (Some) or cannot help it
// (All).
enum class Mode : std::uint8_t { Some, All };
using Modes = std::vector<Mode>;  // by state

// nu X. allowed and (some successor) and (Some: one successor in X; All: every successor in X).
StateSet greatest_fixpoint(const GameGraph& graph, const StateSet& allowed, const Modes& modes);
StateSet greatest_fixpoint(const GameGraph& graph, const StateSet& allowed, Mode mode);

// mu X. target or (allowed and (Some: one successor in X; All: there is one, and every one in X)).
StateSet least_fixpoint(const GameGraph& graph, const StateSet& target, const StateSet& allowed,
                        const Modes& modes);

// States from which `target` can be reached (EF).
StateSet can_reach(const GameGraph& graph, const StateSet& target);

// States reachable from `from` by edges inside `inside` (states of `from` outside of it do not count).
StateSet reachable_inside(const GameGraph& graph, const StateSet& from, const StateSet& inside);

// Strongly connected components of the graph restricted to `inside`, successors before predecessors.
struct Components {
    static constexpr std::uint32_t outside = 0xffffffffU;
    std::vector<std::uint32_t> of;                    // by state
    std::vector<std::vector<std::uint32_t>> members;  // by component, increasing
    std::vector<bool> cyclic;  // by component: more than one state, or an edge to itself
};
Components components(const GameGraph& graph, const StateSet& inside);

std::size_t distinct_successors(const GameGraph& graph, std::uint32_t state);
// All ways on are known, and lead to one state.
bool has_one_way_on(const GameGraph& graph, std::uint32_t state);

}  // namespace errata::checker
