// What an order needs to matter beside what is put in order: continuous effects, prohibitions, statements and
// who waits for what one of the two does. Both orders are played again without them (checker/causes).
#pragma once

#include <functional>

#include "checker/order/orders.h"
#include "checker/search/workbench.h"

namespace errata::checker {

// Do the two ways part in this game, which lacks some clauses?
using Parts = std::function<Parting(const compiler::Evaluator& others)>;

// Adds to the finding's clauses a minimal set of those without any one of which the two ways would come to
// the same. Nothing where that takes too many states, or some game without clauses is not decided.
void name_what_parting_needs(const Workbench& workbench, const Parts& parts, Finding& finding);

}  // namespace errata::checker
