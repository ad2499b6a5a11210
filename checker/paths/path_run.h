// A whole path, carried out once for any values of the numbers at its beginning: what it asks of them and
// what it makes of them. Growth asks whether a round repeats (rounds/growth.h); whatever asks how often a
// round can be played, or until when, asks the same thing.
//
// Promised: from any state that differs from `first` in its variables alone (cells and registers whose type
// has no bound, and how many there are of each population), in which all conditions hold, the moves of the
// path can be made, in a game whose pools have no bound, and lead to the last state with its variables as
// `after` says. With `forced`: and nothing else can be done on the way that leads elsewhere; with
// `no_other_options`: and no option is possible that was not when the path was played. What an object
// of a population can change at all is the caller's question (rounds/bystanders.h).
#pragma once

#include <string>
#include <vector>

#include "checker/paths/path_step.h"

namespace errata::checker {

struct PathVariable {
    std::size_t cell = 0;  // of the first state; or, of a population:
    std::optional<std::size_t> population;
    compiler::Value now = 0;
};

struct PathRun {
    std::vector<PathVariable> variables;
    std::vector<PathCondition> conditions;
    PathState last;       // over the variables
    std::string refusal;  // why nothing can be said; empty: the rest means something
    PathPlace refused_at;
};

struct PathOptions {
    bool forced = false;
    // `forced` asks for more: here other options may be possible, as long as they are the same ones always.
    bool no_other_options = false;
    // Ranges count as variables as well, and as if they had no bound.
    bool ranges = false;
};

PathRun run_path(const compiler::Evaluator& evaluator, const compiler::State& first,
                 const std::vector<compiler::Successor>& steps, std::vector<Population> populations,
                 PathOptions options);

}  // namespace errata::checker
