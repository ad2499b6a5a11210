// Play that players keep going and that leaves more to be done with each round: from a state to one with the
// same top of a higher agenda, everything else equal, where nothing that lay below the first top has been the
// top on the way. Rules read the top item and the variables only, so the round can be gone again from there,
// and again, with an agenda that grows without bound (the pushdown lasso of recursive state machines). A
// search cuts such plays off at the scope's bound; this finds them before.
#pragma once

#include <vector>

#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

// loop.growing: rounds with a choice of some player; per clauses the nearest. Forced ones are those of
// outgrowing.h.
std::vector<Finding> find_pushdown_lassos(const Reach& reach);

}  // namespace errata::checker
