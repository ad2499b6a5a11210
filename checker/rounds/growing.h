// Loops in which no state returns exactly, in the graph of a search that came to no end: a path inside a
// stage back to the same state with more of the same (growth.h). Where nobody has a choice on the way it is
// loop.mandatory or loop.settle like any other forced loop; where players choose to go on it is loop.growing.
#pragma once

#include <string>
#include <vector>

#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

struct GrowthSearch {
    std::vector<Finding> findings;  // per code and clauses the nearest
    std::string
        undecided;  // why a round that was found is not shown to go on for ever; empty: none was found
};
// `coarsest`: Turn, or Game for rounds of whole turns as well. (Where nobody ever chooses and the game has
// endings, these count in any case.)
GrowthSearch find_growing(const Reach& reach, LoopStage coarsest);

// One of the rounds found makes a counter grow: no search comes to the end of this game.
bool counters_grow(const Reach& reach);

}  // namespace errata::checker
