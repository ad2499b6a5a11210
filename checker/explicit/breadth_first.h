// Breadth-first search: the graph of everything reachable from some states, up to a budget, with shortest
// ways and the first occurrence of every incident. Deterministic: states are numbered in the order met. A
// state is expanded whole or not at all; what was not expanded or has successors that are no states (errors,
// cut) is marked, so that no claim about all states is drawn from a search that did not see them.
//
// States with one key (quotient.h) are one state of the graph: the first that was met, as it was met, so that
// every shortest way is a real play. An edge leads to the state that stands for the successor; whoever
// follows edges beyond such a way asks `follow`, which carries on the real play.
#pragma once

#include <functional>
#include <map>

#include "checker/explicit/game_graph.h"
#include "checker/explicit/quotient.h"
#include "checker/explicit/seen_set.h"
#include "checker/explicit/successors.h"
#include "checker/stop.h"
#include "checker/trace.h"

namespace errata::checker {

struct InitialState {
    compiler::State state;
    std::size_t setup = 0;  // index in Model::setups
};

struct SearchProgress {
    std::size_t states = 0;
    std::size_t expanded = 0;
    std::size_t edges = 0;
    std::uint32_t depth = 0;
};

struct SearchLimits {
    std::size_t max_states = 5'000'000;
    std::uint32_t max_depth = 0xffffffffU;  // states at this depth are not expanded
    // What states and edges may take, as the layout has it.
    std::size_t max_bytes = std::size_t{1} << 32;
    // Called now and then; false stops the search (`SearchEnd::Asked`). May be empty.
    std::function<bool(const SearchProgress&)> progress;
    Stop stop;  // asked before each expansion (`SearchEnd::Asked`)
};

enum class SearchEnd { Exhausted, States, Memory, Depth, Asked };

// What is known of one reached state.
struct ReachedState {
    compiler::Owner owner;
    StateId parent;                      // invalid: an initial state
    std::uint32_t parent_successor = 0;  // index in the parent's expansion
    std::uint32_t depth = 0;
    std::uint32_t setup = 0;  // of the initial state it was first reached from
    bool expanded = false;
    bool over = false;
    bool cut = false;    // some successor is cut
    bool error = false;  // some successor is an error
};

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

// Is something played in a window? (Passing is what the window itself offers.)
bool is_play(const compiler::Model& model, const compiler::Move& move);

class Exploration {
public:
    Exploration(const compiler::Model& model, const Successors& successors,
                const Reductions& reductions = {});

    // Once per object.
    void run(const std::vector<InitialState>& initial, const SearchLimits& limits,
             SearchObserver* observer = nullptr);

    std::size_t size() const { return states_.size(); }
    const ReachedState& operator[](StateId id) const { return states_[id.index]; }
    compiler::State state(StateId id) const {
        return quotient_.is_plain() ? seen_[id] : states_met_[id.index];
    }
    // The state that stands for this one.
    std::optional<StateId> find(const compiler::State& state) const { return seen_.find(key(state)); }

    // Edges to states, in order of expansion; edge e leads to graph().targets[e].
    const GameGraph& graph() const { return graph_; }
    // Edge -> index in the expansion of its source.
    std::uint32_t successor_of(std::uint32_t edge) const { return edge_successor_[edge]; }
    const std::vector<compiler::Occurrence>& incidents_of(std::uint32_t edge) const {
        return incident_lists_[edge_incidents_[edge]];
    }
    // Does a variable change on the way, but for which interchangeable object is which?
    bool changes(std::uint32_t edge) const { return edge_changes_[edge]; }
    // Does it put something pending onto the agenda?
    bool places(std::uint32_t edge) const { return edge_places_[edge]; }
    // Does somebody play something in a window?
    bool plays(std::uint32_t edge) const { return edge_plays_[edge]; }
    // By state, for shortest_lasso.
    std::vector<std::uint32_t> depths() const;

    // Each occurrence once, in the order met: shortest first.
    const std::vector<Met>& met() const { return met_; }

    // Some states stand for others: those that are the same but for unread counters or for names.
    bool merges() const { return merges_; }

    // Some states may be counted more than once: their interchangeable objects are connected in too many ways
    // to compare.
    bool is_undecided() const { return quotient_.undecided() > 0; }

    // In a state.
    std::size_t interchangeable_objects() const { return quotient_.objects(); }

    // The readings that the search asked.
    const compiler::ReadingSet& asked() const { return asked_; }

    SearchEnd end() const { return end_; }
    // Every reachable state was expanded and no successor was cut: what holds of all states here holds of all
    // there are.
    bool complete() const { return end_ == SearchEnd::Exhausted && !any_cut_; }
    bool any_cut() const { return any_cut_; }
    // Why transitions were cut, where it is no bound of the scope.
    struct Cuts {
        bool orders = false;     // more of them than are looked at
        bool ways = false;       // a choice with more options than there is room for
        bool too_large = false;  // a number, or the search for the solutions of equations
    };
    const Cuts& cuts() const { return cuts_; }
    // Every play of up to this many transitions was seen. Of an exhausted search: the depth of the deepest
    // state.
    std::uint32_t explored_depth() const { return explored_depth_; }
    std::size_t expanded() const { return graph_expanded_; }

    // A shortest way to a state, and further through one of its successors (which may be an error), made by
    // expanding the states on the way again.
    Trace trace_to(StateId id) const;
    Trace trace_to(StateId id, std::uint32_t successor) const;
    Trace trace_of(const Met& met) const;
    // A shortest way to the lasso's start and once round.
    Trace trace_of(const Lasso& lasso) const;

    // Lengthens a play whose last state is one that `at` stands for by a transition like this edge of `at`.
    // Returns where the edge leads.
    StateId follow(Trace& play, StateId at, std::uint32_t edge) const;

private:
    struct Insertion {
        StateId id;
        bool is_new = false;
    };
    Insertion insert(const compiler::State& state);
    compiler::State key(const compiler::State& state) const {
        return quotient_.is_plain() ? state : quotient_.key(state);
    }
    void tell_classes();
    std::optional<SearchEnd> stops(const SearchLimits& limits, std::size_t next) const;
    std::size_t bytes() const;
    bool expand(StateId id, const SearchLimits& limits, SearchObserver* observer);
    // A successor's state, and whether a variable changes on the way to it.
    struct Way {
        StateId target;
        bool changes = false;
    };
    // Out of the state that is being expanded.
    struct Ways {
        Quotient::Before before;
        std::optional<TwinMoves> twin_moves;
        std::map<std::vector<compiler::Value>, Way> by_pattern;
    };
    Way lead_to(Ways& ways, const compiler::Successor& successor, StateId from, std::uint32_t number);
    void forget_edges_from(std::size_t edge);
    void meet(const compiler::Occurrence& occurrence, StateId state, std::optional<std::uint32_t> successor);
    std::uint32_t incident_list(const std::vector<compiler::Occurrence>& incidents);
    void step(Trace& trace, StateId id, std::uint32_t successor) const;

    const compiler::Model& model_;
    const Successors& successors_;
    Reductions reductions_;
    Quotient quotient_;
    SeenSet seen_;             // their keys
    PackedStates states_met_;  // as they were met; empty where every state is its own key
    std::vector<ReachedState> states_;
    GameGraph graph_;
    std::vector<std::uint32_t> edge_successor_;
    std::vector<bool> edge_changes_;
    std::vector<bool> edge_places_;
    std::vector<bool> edge_plays_;
    std::vector<std::uint32_t> edge_incidents_;  // index in incident_lists_; 0: none
    std::vector<std::vector<compiler::Occurrence>> incident_lists_{{}};
    std::map<std::vector<compiler::Occurrence>, std::uint32_t> incident_list_numbers_;
    std::vector<Met> met_;
    std::map<compiler::Occurrence, std::size_t> met_numbers_;
    compiler::ReadingSet asked_;
    SearchEnd end_ = SearchEnd::Exhausted;
    bool merges_ = false;
    bool any_cut_ = false;
    Cuts cuts_;
    std::uint32_t explored_depth_ = 0;
    std::size_t graph_expanded_ = 0;
    std::vector<std::uint32_t> targets_;  // scratch of `expand`
};

}  // namespace errata::checker
