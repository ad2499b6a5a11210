// Breadth-first search: the graph of everything reachable from some states, up to a budget, with shortest
// ways and the first occurrence of every incident. Deterministic: states are numbered in the order met. A
// state is expanded whole or not at all; what was not expanded or has successors that are no states (errors,
// cut) is marked, so that no claim about all states is drawn from a search that did not see them.
//
// States with one key (quotient.h) are one state of the graph: the first that was met, as it was met, so that
// every shortest way is a real play. An edge leads to the state that stands for the successor; whoever
// follows edges beyond such a way asks `follow` (traces.h), which carries on the real play.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "checker/explicit/asked_readings.h"
#include "checker/explicit/game_graph.h"
#include "checker/explicit/searched_edges.h"
#include "checker/explicit/stored_states.h"
#include "checker/explicit/successors.h"
#include "checker/stop.h"

namespace errata::checker {

struct InitialState {
    compiler::State state;
    std::size_t setup = 0;  // index in Model::setups
};

struct SearchProgress {
    std::size_t states = 0;
    std::size_t expanded = 0;
    std::uint32_t depth = 0;
};

struct SearchLimits {
    std::size_t max_states = 5'000'000;
    std::uint32_t max_depth = 0xffffffffU;  // states at this depth are not expanded
    // What states and edges may take, as the layout has it.
    std::size_t max_bytes = std::size_t{1} << 32;
    // Called now and then; false stops the search (`SearchEnd::Asked`). May be empty.
    std::function<bool(const SearchProgress&)> progress;
    // Initial states may fall into groups. Where more than so many states are first reached from those of one
    // group, what is left of these is not expanded, and the search goes on with the others
    // (`SearchEnd::States`, SearchOutcome::too_large).
    struct Groups {
        std::vector<std::uint32_t> of;  // by initial state: a number, few of them; empty: none
        std::size_t most = 0;
    };
    Groups groups;
    Stop stop;                // asked before each expansion (`SearchEnd::Asked`)
    std::size_t threads = 1;  // expand; what comes out does not depend on how many
};

enum class SearchEnd { Exhausted, States, Memory, Depth, Asked };

// What is known of one reached state. There is one for every state: whatever can be found out again is not
// kept.
struct ReachedState {
    StateId parent;                // invalid: an initial state
    std::uint32_t setup : 28 = 0;  // of the initial state it was first reached from
    bool expanded : 1 = false;
    bool over : 1 = false;
    bool cut : 1 = false;    // some successor is cut
    bool error : 1 = false;  // some successor is an error
    std::int16_t player = 0;
    std::uint8_t chooser = static_cast<std::uint8_t>(compiler::OwnerKind::Rules);

    compiler::Owner owner() const { return {static_cast<compiler::OwnerKind>(chooser), player}; }
};
static_assert(sizeof(ReachedState) == 12);

// Told during a search what only the expansions know, so that nothing is expanded twice.
class SearchObserver {
public:
    virtual ~SearchObserver() = default;
    // Each state that is expanded, once, in the order of their numbers; also the last one if its successors
    // turn out not to fit the budget.
    virtual void expanded(StateId id, const compiler::State& state, const compiler::Expansion& expansion) = 0;
};

// Where an incident occurs first: in the state itself (its Expansion::incidents) or in one of its successors.
struct Met {
    compiler::Occurrence occurrence;
    StateId state;
    std::optional<std::uint32_t> successor;
};

// Each occurrence once, in the order met: shortest first.
class FirstMet {
public:
    void add(const compiler::Occurrence& occurrence, StateId state, std::optional<std::uint32_t> successor);
    const std::vector<Met>& all() const { return all_; }

private:
    std::vector<Met> all_;
    std::map<compiler::Occurrence, std::size_t> numbers_;
};

// How a search came out.
struct SearchOutcome {
    SearchEnd end = SearchEnd::Exhausted;
    std::size_t expanded = 0;
    // Every play of up to this many transitions was seen. Of an exhausted search: the depth of the deepest
    // state.
    std::uint32_t explored_depth = 0;
    // Some states stand for others: those that are the same but for unread counters or for names.
    bool merges = false;
    bool any_cut = false;
    std::set<std::uint32_t> too_large;  // groups that were left
    // Why transitions were cut, where it is no bound of the scope.
    struct Cuts {
        bool orders = false;     // more of them than are looked at
        bool ways = false;       // a choice with more options than there is room for
        bool too_large = false;  // a number, or the search for the solutions of equations
    };
    Cuts cuts;
};

// Where plays begin, and what they ask.
struct Beginnings {
    std::vector<StateId> initial;  // by initial state: the one that stands for it
    // Of a game with readings, or where initial states fall into groups, by state: the initial state, by its
    // number, that it was first reached from; and the readings that its expansion asked.
    std::vector<std::uint32_t> origins;
    AskedReadings asked;
};

// What a search has found, beside the states themselves.
struct SearchedGraph {
    std::vector<ReachedState> states;
    std::vector<std::uint32_t>
        layers;  // by depth: the first state there; states stand in the order of depths
    GameGraph graph;
    SearchedEdges edges;
    FirstMet met;
    Beginnings beginnings;
    SearchOutcome outcome;

    std::uint32_t depth(StateId id) const;
};

// Is something played in a window? (Passing is what the window itself offers.)
bool is_play(const compiler::Model& model, const compiler::Move& move);

class Exploration {
public:
    Exploration(compiler::ModelFacts& facts, const Successors& successors, const Reductions& reductions = {});

    // Once per object.
    void run(const std::vector<InitialState>& initial, const SearchLimits& limits,
             SearchObserver* observer = nullptr);
    const Successors& successors() const { return successors_; }

    std::size_t size() const { return found_.states.size(); }
    // The length of a shortest way to the state.
    std::uint32_t depth(StateId id) const { return found_.depth(id); }
    const ReachedState& operator[](StateId id) const { return found_.states[id.index]; }
    compiler::State state(StateId id) const { return states_[id]; }
    // The state that stands for this one.
    std::optional<StateId> find(const compiler::State& state) const { return states_.find(state); }

    // Edges to states, in order of expansion; edge e leads to graph().targets[e].
    const GameGraph& graph() const { return found_.graph; }
    const SearchedEdges& edges() const { return found_.edges; }
    const std::vector<Met>& met() const { return found_.met.all(); }
    const Beginnings& beginnings() const { return found_.beginnings; }

    const SearchOutcome& outcome() const { return found_.outcome; }
    // Every reachable state was expanded and no successor was cut: what holds of all states here holds of all
    // there are.
    bool complete() const { return outcome().end == SearchEnd::Exhausted && !outcome().any_cut; }
    // Which states are one. Where it is undecided, some states may be counted more than once: their
    // interchangeable objects are connected in too many ways to compare.
    const Quotient& quotient() const { return states_.quotient(); }

private:
    compiler::ModelFacts& facts_;
    const Successors& successors_;
    Reductions reductions_;
    StoredStates states_;
    SearchedGraph found_;
};

// By state: the length of a shortest way there.
std::vector<std::uint32_t> depths_of(const Exploration& exploration);

}  // namespace errata::checker
