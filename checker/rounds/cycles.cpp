#include "checker/rounds/cycles.h"

#include <algorithm>
#include <unordered_map>

namespace errata::checker {

namespace {

// Starts tried in one component; each is a bounded search, and the first is nearly always the best.
constexpr std::size_t max_cycle_starts = 400;

// The nodes met by one search, each with whether something changed on the way.
class CycleSearch {
public:
    CycleSearch(const GameGraph& graph, const StateSet& inside, std::uint32_t start, const Changes& changes)
        : graph_(graph), inside_(inside), start_(start), changes_(changes) {}

    std::optional<std::vector<std::uint32_t>> run(std::size_t longest) {
        meet({start_, !changes_}, no_key, 0);
        std::size_t begin = 0;
        for (std::size_t length = 1; length <= longest && begin < queue_.size(); ++length) {
            const std::size_t end = queue_.size();
            for (; begin < end; ++begin) {
                if (step(queue_[begin])) return way_back();
            }
        }
        return std::nullopt;
    }

private:
    struct Node {
        std::uint32_t state;
        bool changed;
    };
    struct Reached {
        std::uint64_t from;
        std::uint32_t edge;
    };
    static constexpr std::uint64_t no_key = ~std::uint64_t{0};

    static std::uint64_t key(Node node) { return std::uint64_t{node.state} * 2 + (node.changed ? 1 : 0); }

    void meet(Node node, std::uint64_t from, std::uint32_t edge) {
        if (reached_.try_emplace(key(node), Reached{from, edge}).second) queue_.push_back(node);
    }

    // True when the start is reached again.
    bool step(Node node) {
        for (std::uint32_t edge = graph_.first[node.state]; edge < graph_.first[node.state + 1]; ++edge) {
            const std::uint32_t target = graph_.targets[edge];
            if (!inside_[target]) continue;
            const bool changed = node.changed || changes_(edge);
            if (changed && graph_.class_of(target) == graph_.class_of(start_)) {
                last_ = {key(node), edge};
                return true;
            }
            meet({target, changed}, key(node), edge);
        }
        return false;
    }

    std::vector<std::uint32_t> way_back() const {
        std::vector<std::uint32_t> edges;
        for (Reached at = last_; at.from != no_key; at = reached_.at(at.from)) edges.push_back(at.edge);
        std::ranges::reverse(edges);
        return edges;
    }

    const GameGraph& graph_;
    const StateSet& inside_;
    std::uint32_t start_;
    const Changes& changes_;
    std::vector<Node> queue_;
    std::unordered_map<std::uint64_t, Reached> reached_;
    Reached last_{};
};

}  // namespace

std::vector<std::uint32_t> nodes_of(const GameGraph& graph, const FoundCycle& cycle) {
    std::vector<std::uint32_t> nodes{cycle.start};
    for (const std::uint32_t edge : cycle.edges) nodes.push_back(graph.targets[edge]);
    return nodes;
}

std::optional<FoundCycle> minimal_cycle(const GameGraph& graph, const StateSet& inside,
                                        const std::vector<std::uint32_t>& members, std::size_t states,
                                        const std::vector<std::uint32_t>& distances, const Changes& changes) {
    std::vector<std::uint32_t> starts;
    std::ranges::copy_if(members, std::back_inserter(starts),
                         [&](std::uint32_t node) { return node < states; });
    std::ranges::stable_sort(starts, {}, [&](std::uint32_t state) { return distances[state]; });
    std::optional<FoundCycle> best;
    std::size_t shortest = 0;
    std::size_t tried = 0;
    for (const std::uint32_t start : starts) {
        if (best && distances[start] + 1U >= shortest) break;
        if (++tried > max_cycle_starts) {
            if (best) best->is_minimal = false;
            break;
        }
        const std::size_t longest = best ? shortest - distances[start] - 1 : 2 * members.size() + 1;
        if (auto edges = CycleSearch(graph, inside, start, changes).run(longest)) {
            shortest = distances[start] + edges->size();
            best = FoundCycle{start, std::move(*edges), true};
        }
    }
    return best;
}

}  // namespace errata::checker
