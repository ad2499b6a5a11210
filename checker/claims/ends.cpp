#include "checker/claims/ends.h"

#include <algorithm>
#include <map>

#include "checker/explicit/traces.h"
#include "checker/order/quiescence.h"

namespace errata::checker {

using namespace compiler;

namespace {

// What play can come to from a state: nothing yet known, one end (its number), or several.
constexpr std::uint32_t nothing = 0xffffffffU;
constexpr std::uint32_t several_ends = 0xfffffffeU;
using EndsByState = std::vector<std::uint32_t>;  // by state

EndsByState ends_of(const Reach& reach) {
    const Exploration& exploration = reach.exploration();
    const Symmetry& symmetry = reach.evaluator().facts().get<Symmetry>();
    std::map<State, std::uint32_t> numbers;
    EndsByState ends(exploration.size(), nothing);
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
        const ReachedState& state = exploration[StateId(i)];
        if (!state.expanded || state.cut || state.error || !exploration.graph().successors(i).empty())
            continue;
        State view = quiescent_view(reach.model(), symmetry, exploration.state(StateId(i)));
        ends[i] =
            numbers.try_emplace(std::move(view), static_cast<std::uint32_t>(numbers.size())).first->second;
    }
    return ends;
}

// Backwards from the ends; a state is looked at again twice at most, when it first has an end and when it has
// several.
EndsByState ends_ahead(const GameGraph& graph, EndsByState ends) {
    const GameGraph backwards = graph.reversed();
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
        if (ends[i] != nothing) open.push_back(i);
    }
    while (!open.empty()) {
        const std::uint32_t state = open.back();
        open.pop_back();
        for (const std::uint32_t source : backwards.successors(state)) {
            if (ends[source] == several_ends || ends[source] == ends[state]) continue;
            ends[source] = ends[source] == nothing ? ends[state] : several_ends;
            open.push_back(source);
        }
    }
    return ends;
}

// Breadth first from one state, until ends of two numbers were met.
class WaysToEnds {
public:
    WaysToEnds(const Reach& reach, const EndsByState& ends, std::uint32_t start)
        : exploration_(reach.exploration()),
          start_(start),
          edge_(ends.size(), Arena::no_edge),
          from_(ends.size()) {
        const GameGraph& graph = exploration_.graph();
        std::vector<std::uint32_t> queue{start};
        for (std::size_t i = 0; i < queue.size() && met_.size() < 2; ++i) {
            const std::uint32_t state = queue[i];
            if (ends[state] != nothing && (met_.empty() || ends[met_.front()] != ends[state]))
                met_.push_back(state);
            for (std::uint32_t edge = graph.first[state]; edge < graph.first[state + 1]; ++edge) {
                const std::uint32_t target = graph.targets[edge];
                if (target == start || edge_[target] != Arena::no_edge) continue;
                edge_[target] = edge;
                from_[target] = state;
                queue.push_back(target);
            }
        }
    }

    std::vector<Trace> plays() const {
        std::vector<Trace> result;
        for (const std::uint32_t end : met_) {
            std::vector<std::uint32_t> edges;
            for (std::uint32_t state = end; state != start_; state = from_[state])
                edges.push_back(edge_[state]);
            std::ranges::reverse(edges);
            Trace& play = result.emplace_back(trace_to(exploration_, StateId(start_)));
            StateId at(start_);
            for (const std::uint32_t edge : edges) at = follow(exploration_, play, at, edge);
        }
        return result;
    }

private:
    const Exploration& exploration_;
    std::uint32_t start_;
    std::vector<std::uint32_t> edge_;  // by state: by which it was first met
    std::vector<std::uint32_t> from_;  // by state: where that edge begins
    std::vector<std::uint32_t> met_;
};

}  // namespace

std::optional<TwoEnds> two_ends(const Reach& reach) {
    const Exploration& exploration = reach.exploration();
    const EndsByState ends = ends_of(reach);
    const EndsByState possible = ends_ahead(exploration.graph(), ends);
    std::vector<std::uint32_t> starts;
    for (std::uint32_t i = 0; i < exploration.size() && exploration.depth(StateId(i)) == 0; ++i) {
        if (possible[i] == several_ends) starts.push_back(i);
    }
    if (starts.empty()) return std::nullopt;
    return TwoEnds{WaysToEnds(reach, ends, starts.front()).plays(), starts.size() == 1};
}

}  // namespace errata::checker
