// Play that nobody can leave and that no search sees to its end, because something piles up in it: more and
// more waits to be done, there are ever more of some objects, a number runs out of its range. Looked for
// where all ways on stay in the turn or break off at a bound, and where a round begins that seems to be
// somebody's choice. Shown by a set of states that play never leaves (inescapable.h).
#pragma once

#include <vector>

#include "checker/rounds/inescapable.h"
#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

struct Outgrowing {
    std::vector<Finding> findings;     // per code and clauses the nearest
    std::vector<Inescapable> regions;  // from which nobody gets out
};

// `known`: nodes of the arena whose loops are found already; so are those of what leads to them. `chosen`:
// repetitions that players are said to keep up; they are judged by transitions up to `coarsest`.
Outgrowing find_outgrowing(const Reach& reach, const StateSet& known, const std::vector<Finding>& chosen,
                           LoopStage coarsest);

// A player seems to choose the repetition.
bool is_chosen(FindingCode code);

// Where the repetition begins in the finding's play; nothing: it has none.
std::optional<std::size_t> begin_of_round(const Finding& finding);

}  // namespace errata::checker
