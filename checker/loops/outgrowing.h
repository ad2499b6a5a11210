// Play that nobody can leave and that no search sees to its end, because something piles up in it: more and
// more waits to be done, there are ever more of some objects, a number runs out of its range. Looked for
// where all ways on stay in the turn or break off at a bound, and shown by a set of states that play never
// leaves (inescapable.h). What grows in the rounds of one play alone is growing.h's.
#pragma once

#include <vector>

#include "checker/loops/inescapable.h"
#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

struct Outgrowing {
    std::vector<Finding> findings;     // per code and clauses the nearest
    std::vector<Inescapable> regions;  // from which nobody gets out
};

// `known`: nodes of the arena whose loops are found already; so are those of what leads to them.
Outgrowing find_outgrowing(const Reach& reach, const StateSet& known);

}  // namespace errata::checker
