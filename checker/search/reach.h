// The searched part of one setup's game (or of the game from some states): the graph, what the search
// recorded of it, and who decides where. Built once, asked by all analyses.
#pragma once

#include <optional>
#include <vector>

#include "checker/explicit/breadth_first.h"
#include "checker/explicit/opened_readings.h"
#include "checker/search/arena.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

class Reach {
public:
    Reach(const compiler::Evaluator& evaluator, const std::vector<InitialState>& initial,
          const SearchLimits& limits, const Reductions& reductions = {});
    // From the initial states of `opened`, as far as plays ask what is open for them: beyond `patience`
    // states the search stops where something closed is asked.
    Reach(const compiler::Evaluator& evaluator, OpenedReadings opened, std::size_t setup,
          const SearchLimits& limits, const Reductions& reductions, std::size_t patience);

    const compiler::Evaluator& evaluator() const { return successors_.evaluator(); }
    const compiler::Model& model() const { return evaluator().model(); }
    const Exploration& exploration() const { return exploration_; }
    const Recording& recording() const { return recording_; }
    const Arena& arena() const { return arena_.of(exploration_, recording_); }
    std::size_t initial_states() const { return exploration_.beginnings().initial.size(); }
    // Nothing: it began from some states, not from a setup.
    const std::optional<OpenedReadings>& opened() const { return opened_; }
    // Those to which plays through this state are the same under each alternative; empty: none.
    compiler::ReadingSet closed_at(StateId state) const;

    // The time of the run is over: what looks at the graph is to stop.
    bool is_out_of_time() const { return is_over(stop_); }

    // A counter is shown to move for ever: no budget would see all states, so a small one was enough.
    bool is_endless() const { return endless_; }
    void mark_endless() { endless_ = true; }

private:
    std::optional<OpenedReadings> opened_;
    EvaluatedSuccessors successors_;
    Recording recording_;
    Exploration exploration_;
    mutable LazyArena arena_;
    Stop stop_;
    bool endless_ = false;
};

// By initial state: the readings left at their first alternative that plays from there ask, as `in_states`
// has it of each state.
std::vector<compiler::ReadingSet> asked_by_plays(const Reach& reach, const AskedReadings& in_states);
// A reading was asked that is closed for the play: this is not yet the graph of the setup.
bool asks_more(const Reach& reach);

}  // namespace errata::checker
