#include "checker/explicit/game_graph.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::checker {

void GameGraph::add(std::span<const std::uint32_t> successors, bool leaks_out) {
    targets.insert(targets.end(), successors.begin(), successors.end());
    first.push_back(static_cast<std::uint32_t>(targets.size()));
    leaks.push_back(leaks_out);
}

GameGraph GameGraph::reversed() const {
    GameGraph result;
    result.first.assign(size() + 1, 0);
    for (const std::uint32_t target : targets) ++result.first[target + 1];
    for (std::size_t s = 0; s < size(); ++s) result.first[s + 1] += result.first[s];
    std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
    result.targets.resize(targets.size());
    for (std::uint32_t s = 0; s < size(); ++s) {
        for (const std::uint32_t target : successors(s)) result.targets[next[target]++] = s;
    }
    result.leaks.assign(size(), false);
    return result;
}

// Both fixpoints by a worklist: each edge is looked at once when its target leaves (or enters) the set, so
// the cost is linear in the graph.
StateSet greatest_fixpoint(const GameGraph& graph, const StateSet& allowed, const Modes& modes) {
    ERRATA_CHECK(allowed.size() == graph.size() && modes.size() == graph.size());
    StateSet result = allowed;
    std::vector<std::uint32_t> inside(graph.size());  // edges into the set
    std::vector<std::uint32_t> leaving;
    for (std::uint32_t s = 0; s < graph.size(); ++s) {
        if (!allowed[s]) continue;
        const auto successors = graph.successors(s);
        inside[s] = static_cast<std::uint32_t>(
            std::ranges::count_if(successors, [&](std::uint32_t target) { return allowed[target]; }));
        const bool stays = modes[s] == Mode::Some
                               ? inside[s] > 0
                               : !successors.empty() && !graph.leaks[s] && inside[s] == successors.size();
        if (!stays) leaving.push_back(s);
    }
    for (const std::uint32_t s : leaving) result[s] = false;

    const GameGraph backwards = graph.reversed();
    while (!leaving.empty()) {
        const std::uint32_t gone = leaving.back();
        leaving.pop_back();
        for (const std::uint32_t s : backwards.successors(gone)) {
            if (!result[s]) continue;
            if (modes[s] == Mode::Some && --inside[s] > 0) continue;
            result[s] = false;
            leaving.push_back(s);
        }
    }
    return result;
}

StateSet greatest_fixpoint(const GameGraph& graph, const StateSet& allowed, Mode mode) {
    return greatest_fixpoint(graph, allowed, Modes(graph.size(), mode));
}

StateSet least_fixpoint(const GameGraph& graph, const StateSet& target, const StateSet& allowed,
                        const Modes& modes) {
    ERRATA_CHECK(target.size() == graph.size() && allowed.size() == graph.size() &&
                 modes.size() == graph.size());
    StateSet result = target;
    std::vector<std::uint32_t> missing(graph.size());  // edges not yet into the set
    std::vector<std::uint32_t> entered;
    for (std::uint32_t s = 0; s < graph.size(); ++s) {
        missing[s] = static_cast<std::uint32_t>(graph.successors(s).size());
        if (target[s]) entered.push_back(s);
    }
    const GameGraph backwards = graph.reversed();
    while (!entered.empty()) {
        const std::uint32_t in = entered.back();
        entered.pop_back();
        for (const std::uint32_t s : backwards.successors(in)) {
            --missing[s];
            if (result[s] || !allowed[s]) continue;
            if (modes[s] == Mode::All && (missing[s] > 0 || graph.leaks[s])) continue;
            result[s] = true;
            entered.push_back(s);
        }
    }
    return result;
}

StateSet can_reach(const GameGraph& graph, const StateSet& target) {
    return least_fixpoint(graph, target, StateSet(graph.size(), true), Modes(graph.size(), Mode::Some));
}

StateSet reachable_inside(const GameGraph& graph, const StateSet& from, const StateSet& inside) {
    StateSet result(graph.size(), false);
    std::vector<std::uint32_t> entered;
    const auto enter = [&](std::uint32_t s) {
        if (result[s] || !inside[s]) return;
        result[s] = true;
        entered.push_back(s);
    };
    for (std::uint32_t s = 0; s < graph.size(); ++s) {
        if (from[s]) enter(s);
    }
    while (!entered.empty()) {
        const std::uint32_t s = entered.back();
        entered.pop_back();
        std::ranges::for_each(graph.successors(s), enter);
    }
    return result;
}

// Tarjan's algorithm with its recursion on a stack of our own: games have paths longer than any call stack.
Components components(const GameGraph& graph, const StateSet& inside) {
    constexpr std::uint32_t unseen = 0xffffffffU;
    Components result;
    result.of.assign(graph.size(), Components::outside);
    std::vector<std::uint32_t> order(graph.size(), unseen);  // when the search came to the state
    std::vector<std::uint32_t> low(graph.size());
    std::vector<std::uint32_t> open;  // states whose component is not yet known
    struct Visit {
        std::uint32_t state;
        std::uint32_t next_edge;
    };
    std::vector<Visit> visits;
    std::uint32_t count = 0;

    const auto enter = [&](std::uint32_t s) {
        order[s] = low[s] = count++;
        open.push_back(s);
        visits.push_back({s, graph.first[s]});
    };
    const auto close = [&](std::uint32_t root) {
        const auto number = static_cast<std::uint32_t>(result.members.size());
        auto& members = result.members.emplace_back();
        std::uint32_t s = 0;
        do {
            s = open.back();
            open.pop_back();
            result.of[s] = number;
            members.push_back(s);
        } while (s != root);
        std::ranges::sort(members);
        const auto own = graph.successors(root);
        result.cyclic.push_back(members.size() > 1 || std::ranges::find(own, root) != own.end());
    };

    for (std::uint32_t start = 0; start < graph.size(); ++start) {
        if (!inside[start] || order[start] != unseen) continue;
        enter(start);
        while (!visits.empty()) {
            Visit& visit = visits.back();
            const std::uint32_t s = visit.state;
            if (visit.next_edge < graph.first[s + 1]) {
                const std::uint32_t target = graph.targets[visit.next_edge++];
                if (!inside[target]) continue;
                if (order[target] == unseen) {
                    enter(target);
                } else if (result.of[target] == Components::outside) {
                    low[s] = std::min(low[s], order[target]);
                }
                continue;
            }
            visits.pop_back();
            if (!visits.empty()) low[visits.back().state] = std::min(low[visits.back().state], low[s]);
            if (low[s] == order[s]) close(s);
        }
    }
    return result;
}

std::size_t distinct_successors(const GameGraph& graph, std::uint32_t state) {
    const auto successors = graph.successors(state);
    std::vector<std::uint32_t> sorted(successors.begin(), successors.end());
    for (std::uint32_t& target : sorted) target = graph.class_of(target);
    std::ranges::sort(sorted);
    return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

bool has_one_way_on(const GameGraph& graph, std::uint32_t state) {
    return !graph.leaks[state] && distinct_successors(graph, state) == 1;
}

}  // namespace errata::checker
