#include "checker/reach/standing_in_way.h"

#include <deque>
#include <set>

#include "checker/search/left_out.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_clauses = 40;    // tried
constexpr std::size_t most_states = 4'000;  // of one of them
constexpr std::size_t most_states_in_all = 40'000;

std::vector<State> initial_states(const std::vector<const Reach*>& graphs) {
    std::vector<State> result;
    for (const Reach* reach : graphs) {
        const Exploration& exploration = reach->exploration();
        for (std::size_t id = 0; id < exploration.size() && result.size() < most_states; ++id) {
            if (exploration.depth(StateId(id)) == 0) result.push_back(exploration.state(StateId(id)));
        }
    }
    return result;
}

// Breadth first, as far as `most_states` go.
bool is_reached(const Evaluator& evaluator, const std::vector<State>& initial, const IsReached& is_so,
                std::size_t& states) {
    std::set<State> seen;
    std::deque<State> open;
    const auto come_to = [&](const State& state) {
        if (!seen.insert(state).second) return false;
        open.push_back(state);
        return is_so(evaluator, state);
    };
    for (const State& state : initial) {
        if (come_to(state)) return true;
    }
    while (!open.empty() && seen.size() < most_states && ++states < most_states_in_all) {
        const State state = std::move(open.front());
        open.pop_front();
        for (const Successor& successor : evaluator.expand(state).successors) {
            if (successor.next && come_to(*successor.next)) return true;
        }
    }
    return false;
}

}  // namespace

std::vector<ClauseId> standing_in_way(const Workbench& workbench, const std::vector<const Reach*>& graphs,
                                      const IsReached& is_so) {
    const Evaluator& evaluator = workbench.evaluator();
    const std::vector<ClauseId> candidates = listed(clauses_that_can_go(evaluator.model()));
    if (candidates.size() > most_clauses) return {};
    const std::vector<State> initial = initial_states(graphs);
    std::vector<ClauseId> result;
    std::size_t states = 0;
    for (const ClauseId clause : candidates) {
        const Evaluator others(evaluator.model(), all_but(evaluator, {clause}));
        if (is_reached(others, initial, is_so, states)) result.push_back(clause);
        if (states >= most_states_in_all || workbench.clock().is_over()) break;
    }
    return result;
}

}  // namespace errata::checker
