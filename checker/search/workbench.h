// What the obligations of one run share: the model, its evaluator, the budget, and the reachable game graph
// of each setup, built once when an analysis first asks for it. Safe to use from several threads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "checker/certify/fixpoint.h"
#include "checker/obligation.h"
#include "checker/search/reach.h"
#include "checker/search/run_clock.h"
#include "checker/search/symbolic_search.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Of all graphs built so far.
class RunStatistics {
public:
    void count(const Exploration& exploration);
    void count(const Statistics& of_others);
    void count_certified(std::size_t states, double seconds);
    Statistics so_far() const;

private:
    mutable std::mutex mutex_;
    Statistics stats_;
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

    const compiler::Model& model() const { return evaluator_.model(); }
    const compiler::Evaluator& evaluator() const { return evaluator_; }
    const Limits& limits() const { return limits_; }
    const ClaimTable& claims() const { return claims_; }

    // Nothing if the setup leaves too many initial states open to list them, or was searched in parts and
    // none of these is taken.
    const Reach* reach(std::size_t setup);

    // How many parts the setup is searched in: 1 whole, 0 not at all (too many initial states).
    std::size_t parts(std::size_t setup);
    const compiler::Setup& part(std::size_t setup, std::size_t number) const {
        return slots_[setup]->parts[number];
    }
    // From now on `reach` and `fixpoint` of this setup are of this part of it alone (or of a part of that),
    // and what was known of the part before is forgotten. Not while anybody is at work on the setup.
    struct Part {
        compiler::Setup setup;
        std::string name;  // "part 3 of 8"
        bool is_first = false;
    };
    void take_part(std::size_t setup, Part part);
    // `pieces`: how many parts there are, those counted that were taken apart in turn.
    void leave_parts(std::size_t setup, std::size_t pieces);
    std::size_t pieces(std::size_t setup) const { return slots_[setup]->pieces; }
    // Is what is said of the setup's beginning, and not of a part of it, to be said now?
    bool is_first_part(std::size_t setup) const {
        return !slots_[setup]->part || slots_[setup]->part->is_first;
    }

    // The graphs of the boards on which the symbolic search found something, each with its share of states:
    // where explicit analyses of a setup too open to list can begin.
    const std::vector<std::unique_ptr<Reach>>& sample(std::size_t setup);

    // The graph of `reach`, computed once more in the evaluator alone, for whoever claims something of all
    // states.
    const Fixpoint& fixpoint(std::size_t setup);

    SymbolicSearch& symbolic() { return symbolic_; }

    const RunClock& clock() const { return clock_; }
    bool is_out_of_time() const { return clock_.is_over(); }

    // Of all graphs built so far.
    Statistics stats() const;
    // What another workbench did for the same run.
    void count(const Statistics& of_another) { stats_.count(of_another); }

private:
    struct Slot {
        std::once_flag split;
        std::vector<compiler::Setup> parts;
        std::optional<Part> part;
        std::size_t pieces = 0;
        std::once_flag once;
        std::unique_ptr<Reach> reach;
        std::once_flag sampled;
        std::vector<std::unique_ptr<Reach>> sample;
        std::once_flag certified;
        std::unique_ptr<Fixpoint> fixpoint;
    };

    compiler::Evaluator evaluator_;
    ClaimTable claims_;
    Limits limits_;
    RunClock clock_;
    SymbolicSearch symbolic_;
    std::vector<std::unique_ptr<Slot>> slots_;  // by setup
    RunStatistics stats_;
};

// How far ahead the spec (or the command line) wants a bounded search to look; 0: not said.
std::size_t declared_depth(const Workbench& workbench);

// For formulas that are made for one question.
compiler::EncoderOptions encoder_options(const Workbench& workbench);

// In how many parts the setup's initial states can be listed, so that explicit search can begin: 1 whole, 0
// not at all. A function of the model alone. (Those of readings that turn out to be asked come later, and
// may be too many.)
std::size_t number_of_parts(const compiler::Model& model, std::size_t setup, const Budget& budget,
                            const Reductions& reductions);

}  // namespace errata::checker
