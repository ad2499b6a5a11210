// What the obligations of one run share: the model, its evaluator, the budget, and the search of each setup.
// Safe to use from several threads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "checker/obligation.h"
#include "checker/run_clock.h"
#include "checker/search/loop_search.h"
#include "checker/search/setup_search.h"
#include "checker/search/symbolic_search.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Added up from several threads.
class RunStatistics {
public:
    void count(const Statistics& more);
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

    Workbench(const compiler::Evaluator& evaluator, Limits limits);

    const compiler::Model& model() const { return evaluator_.model(); }
    const compiler::Evaluator& evaluator() const { return evaluator_; }
    const Limits& limits() const { return limits_; }
    const ClaimTable& claims() const { return claims_; }

    SetupSearch& of(std::size_t setup) { return *searches_[setup]; }
    const Reach* reach(std::size_t setup) { return of(setup).reach(); }

    SymbolicSearch& symbolic() { return symbolic_; }
    LoopSearch& loops() { return loops_; }
    const RunClock& clock() const { return clock_; }

    Statistics stats() const;
    // What was done for the run, here or at another workbench.
    void count(const Statistics& more) { stats_.count(more); }

private:
    compiler::Evaluator evaluator_;
    ClaimTable claims_;
    Limits limits_;
    RunClock clock_;
    SymbolicSearch symbolic_;
    LoopSearch loops_{*this};
    std::vector<std::unique_ptr<SetupSearch>> searches_;  // by setup
    RunStatistics stats_;
};

// How far ahead the spec (or the command line) wants a bounded search to look; 0: not said.
std::size_t declared_depth(const Workbench& workbench);

// For formulas that are made for one question.
compiler::EncoderOptions encoder_options(const Workbench& workbench);

}  // namespace errata::checker
