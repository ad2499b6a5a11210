// Stretches of play in which nobody has a choice and that come to an ending after two rounds or more with
// the same change of numbers: what looked like a loop has an end (loop.lethal). A countdown that ends by
// itself was no loop: but for the numbers that decide the ending, the rounds would go on for ever.
#pragma once

#include <vector>

#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

// Per clauses the nearest.
std::vector<Finding> find_forced_lethal(const Reach& reach);

}  // namespace errata::checker
