// What the obligations of one run share: the model, its evaluator, the budget, and the reachable game graph
// of each setup, built once when an analysis first asks for it. Safe to use from several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "checker/certify/fixpoint.h"
#include "checker/explicit/breadth_first.h"
#include "checker/explicit/opened_readings.h"
#include "checker/obligation.h"
#include "checker/search/arena.h"
#include "checker/search/symbolic_search.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The searched part of one setup's game (or of the game from some states).
class Reach {
public:
    // With `opened`, the initial states are those of its setup, and a long search stops when a closed reading
    // is asked.
    Reach(const compiler::Evaluator& evaluator, const std::vector<InitialState>& initial,
          const SearchLimits& limits, const Reductions& reductions = {},
          std::optional<OpenedReadings> opened = {});

    const compiler::Evaluator& evaluator() const { return evaluator_; }
    const compiler::Model& model() const { return evaluator_.model(); }
    const Exploration& exploration() const { return exploration_; }
    const Recording& recording() const { return recording_; }
    const Arena& arena() const { return arena_; }
    std::size_t initial_states() const { return initial_states_; }
    // Nothing: it began from some states, not from a setup.
    const std::optional<OpenedReadings>& opened() const { return opened_; }
    // A closed reading was asked: this is not yet the graph of the setup.
    bool asks_more() const { return opened_ && !opened_->cover(exploration_.asked()); }

    // The time of the run is over: what looks at the graph is to stop.
    bool is_out_of_time() const { return is_over(stop_); }

    // A counter is shown to move for ever: no budget would see all states, so a small one was enough.
    bool is_endless() const { return endless_; }
    void mark_endless() { endless_ = true; }

    // What is asked of states, and by variable whether the answer may depend on it.
    struct Condition {
        std::function<bool(const compiler::State&)> passes;
        std::vector<bool> reads;
    };
    // That the term, in this evaluator, says 1.
    static Condition holds(const compiler::Evaluator& evaluator, compiler::TermId term);
    // The first state reached (in the order of shortest ways) that passes.
    std::optional<StateId> first(const Condition& condition) const { return firsts({condition}).front(); }
    // For each of several conditions; the states are gone over once.
    std::vector<std::optional<StateId>> firsts(const std::vector<Condition>& conditions) const;
    // By node of the arena; choice nodes have `otherwise`.
    StateSet where(const std::function<bool(const compiler::State&)>& passes, bool otherwise = false) const;

private:
    static SearchLimits while_covered(const SearchLimits& limits, const Reach& reach);

    const compiler::Evaluator& evaluator_;
    std::optional<OpenedReadings> opened_;
    EvaluatedSuccessors successors_;
    Recording recording_;
    Exploration exploration_;
    Arena arena_;
    std::size_t initial_states_;
    Stop stop_;
    bool endless_ = false;
};

class Workbench {
public:
    struct Limits {
        Budget budget;
        std::size_t depth = 0;  // asked for on the command line; 0: the model's
        Reductions reductions;
        std::size_t threads = 1;                         // for one computation
        const std::atomic<bool>* interrupted = nullptr;  // true: the time is up now; may be null
        // Asked of the beginning of a graph: does a counter grow in it without end, so that no budget reaches
        // one? May be empty.
        std::function<bool(const Reach&)> grows;
        // Told now and then from any thread: what is going on, states, depth.
        std::function<void(const std::string&, std::size_t, std::size_t)> progress;
    };

    Workbench(const compiler::Model& model, Limits limits);

    const compiler::Model& model() const { return model_; }
    const compiler::Evaluator& evaluator() const { return evaluator_; }
    const Limits& limits() const { return limits_; }
    const ClaimTable& claims() const { return claims_; }

    // Nothing if the setup leaves too many initial states open to list them.
    const Reach* reach(std::size_t setup);
    // The graphs of the boards on which the symbolic search found something, each with its share of states:
    // where explicit analyses of a setup too open to list can begin.
    const std::vector<std::unique_ptr<Reach>>& sample(std::size_t setup);

    // The graph of `reach`, computed once more in the evaluator alone, for whoever claims something of all
    // states.
    const Fixpoint& fixpoint(std::size_t setup);

    SymbolicSearch& symbolic() { return symbolic_; }

    // How far ahead the spec (or the command line) wants a bounded search to look; 0: not said.
    std::size_t declared_depth() const;

    // For formulas that are made for one question.
    compiler::EncoderOptions encoder_options() const;

    bool is_out_of_time() const;
    // "the clock" or "an interruption"
    std::string what_stopped() const;
    double seconds_left() const;  // 0: no limit was set

    // Of all graphs built so far.
    Statistics stats() const;

private:
    struct Slot {
        std::once_flag once;
        std::unique_ptr<Reach> reach;
        std::once_flag sampled;
        std::vector<std::unique_ptr<Reach>> sample;
        std::once_flag certified;
        std::unique_ptr<Fixpoint> fixpoint;
    };

    // From all initial states of the setup; nothing if they are too many.
    std::unique_ptr<Reach> search(std::size_t setup) const;
    std::unique_ptr<Reach> search(const std::string& name, const std::vector<InitialState>& initial,
                                  std::size_t budget, const std::optional<OpenedReadings>& opened = {}) const;
    void count(const Reach& reach);

    SymbolicSearch::Limits symbolic_limits();
    SearchLimits search_limits(const std::string& what, std::size_t max_states) const;

    const compiler::Model& model_;
    compiler::Evaluator evaluator_;
    ClaimTable claims_;
    Limits limits_;
    bool is_interrupted() const { return limits_.interrupted != nullptr && *limits_.interrupted; }

    std::chrono::steady_clock::time_point start_;
    SymbolicSearch symbolic_;
    std::vector<std::unique_ptr<Slot>> slots_;  // by setup
    mutable std::mutex mutex_;
    Statistics stats_;
};

// Can the setup's initial states be listed, so that explicit search can begin? A function of the model alone.
// (Those of readings that turn out to be asked come later, and may be too many.)
bool is_enumerable(const compiler::Model& model, std::size_t setup, const Reductions& reductions);

// What a search without a find says about all states: `complete`, or `bounded` and how far it came.
struct Completeness {
    Status status = Status::Bounded;
    std::string text;
    bool is_conclusive = false;  // complete, or as deep as the spec declares sufficient
    std::string limit = {};      // Verdict::limit
};
Completeness completeness(const Workbench& workbench, std::size_t setup, const Reach& reach);
Completeness sample_completeness(Workbench& workbench, std::size_t setup);

}  // namespace errata::checker
