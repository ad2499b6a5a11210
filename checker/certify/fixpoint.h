// The second look at a claim about all states. A search hands over the states it says are all there are; here
// every one is expanded once more in the reference evaluator, and it is seen for oneself that the initial
// states are among them, that no successor leaves them and none is cut. What is then asked of them (is this
// met anywhere, can this always come about, can play be kept here) is computed on the edges found here. Knows
// neither the search nor its graph. Where the search left readings at their first alternative, an initial
// state stands for those with the other alternatives only as far as no play from it asks which it is: of what
// is asked, every combination must be among the states, and so on with what these ask.
#pragma once

#include <atomic>
#include <functional>
#include <set>
#include <string>

#include "checker/certify/fixpoint_graph.h"
#include "checker/certify/listed_states.h"
#include "checker/explicit/asked_readings.h"
#include "checker/option_at.h"
#include "checker/stop.h"

namespace errata::checker {

// What any transition or state shows.
struct SeenAnywhere {
    std::set<compiler::Occurrence> met;
    std::vector<bool> used;     // by clause
    std::vector<bool> placed;   // by trigger
    std::set<OptionAt> taken;   // by some transition
    std::vector<bool> endings;  // by ending
    bool stuck = false;  // a state without successor that is not over and about which no incident speaks
};

// What the expansions of some states have shown.
struct FoundStates {
    std::vector<std::vector<FixpointGraph::Edge>> edges;
    std::vector<compiler::Owner> owners;
    SeenAnywhere seen;
    AskedReadings asked;  // of readings that are kept at their first alternative; by position in the stretch
    std::string problem;
};

// What a setup leaves at the first alternative although the game does not.
struct KeptReadings {
    compiler::ReadingSet kept = {};
    std::vector<compiler::TermId> questions = {};  // asked of every state, beside what its expansion asks
};

// A look that may be told to stop, by several threads at once.
class StoppedLook {
public:
    explicit StoppedLook(Stop stop) : stop_(std::move(stop)) {}
    bool stops() const {
        if (!stopped_ && is_over(stop_)) stopped_ = true;
        return stopped_;
    }
    bool has_stopped() const { return stopped_; }

private:
    Stop stop_;
    mutable std::atomic<bool> stopped_{false};
};

class Fixpoint {
public:
    Fixpoint(const compiler::Evaluator& evaluator, const compiler::Setup& setup, StateList states,
             std::size_t threads = 1, const KeptReadings& readings = {}, Stop stop = {});

    // Why the states are not all there are; empty if they are.
    const std::string& problem() const { return found_.problem; }
    // The second look came to no end, and says nothing: it was stopped, or two states could not be compared.
    bool is_undecided() const { return look_.has_stopped() || states_.gave_up(); }
    // False: the setup leaves so many cells open that its initial states were not listed again.
    bool lists_initial_states() const { return lists_initial_; }

    const SeenAnywhere& seen() const { return found_.seen; }
    const ListedStates& states() const { return states_; }
    const FixpointGraph& graph() const { return graph_; }

    using States = FixpointGraph::States;
    // Those that the setup begins with.
    const States& initial() const { return initial_; }

    // Can play come from one initial state to two ends (no way on, no failure) that are seen differently?
    bool can_end_differently(const std::function<compiler::State(const compiler::State&)>& seen_as) const;

private:
    void expand_all(std::size_t threads, const KeptReadings& readings);
    void join(FoundStates&& stretch);

    const compiler::Evaluator& evaluator_;
    StoppedLook look_;
    ListedStates states_;
    FixpointGraph graph_;
    States initial_;
    FoundStates found_;
    bool lists_initial_ = true;
};

}  // namespace errata::checker
