// Play that nobody can stop and that comes to an ending after two rounds or more: what looked like a loop has
// an end (loop.lethal). A countdown that ends by itself was no loop: without the ending the rounds would go
// on for ever. That is shown by a set of states that play never leaves in the game without its endings
// (inescapable.h), over all orders and choices; or, where nobody has a choice, by what a round asks of its
// numbers (deciding.h), which may change by other amounts each time.
#pragma once

#include <memory>
#include <vector>

#include "checker/rounds/inescapable.h"
#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

struct ForcedLethal {
    std::vector<Finding> findings;                            // per clauses the nearest
    std::shared_ptr<const compiler::Evaluator> endless = {};  // the rules by which the regions are ones
    std::vector<Inescapable> regions = {};  // from which nobody gets out but by the end of the game
};
ForcedLethal find_forced_lethal(const Reach& reach);

}  // namespace errata::checker
