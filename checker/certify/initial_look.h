// That a setup's initial states are among the states of the second look: every assignment of its open cells
// is looked up. A setup that leaves readings at their first alternative begins elsewhere as well; a state
// stands for those with the other alternatives of what no play from it asks, and where plays do ask, every
// combination of what they ask must be among the states, and so on with what these ask.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/certify/fixpoint_graph.h"
#include "checker/certify/listed_states.h"
#include "checker/explicit/asked_readings.h"
#include "checker/stop.h"

namespace errata::checker {

class InitialLook {
public:
    struct Around {
        const ListedStates& states;
        const FixpointGraph& graph;
        const AskedReadings& asked;  // by state, of those below
        const compiler::ReadingSet& kept;
    };
    InitialLook(const compiler::Evaluator& evaluator, const compiler::Setup& setup, const Around& around);

    void run(const Stop& stop);

    // Why not all are among them; empty if they are.
    const std::string& problem() const { return problem_; }
    // False: the setup leaves so many cells open that not all were looked up.
    bool lists_all() const { return lists_all_; }
    const FixpointGraph::States& initial() const { return initial_; }

private:
    void find_what_plays_ask();
    // Which values its open cells take; nothing: too many.
    std::optional<std::vector<compiler::NarrowedCell>> wheels() const;
    void look_for_plays_from(const compiler::State& state, const compiler::ReadingSet& kept);

    const compiler::Evaluator& evaluator_;
    const compiler::Setup& setup_;
    Around around_;
    // By reading: the states from which plays ask it; empty: none does.
    std::vector<FixpointGraph::States> asking_;
    FixpointGraph::States initial_;
    std::string problem_;
    std::size_t left_to_look_up_;
    bool lists_all_ = true;
};

}  // namespace errata::checker
