// Rounds that a player chooses and that win: within one turn, whatever the others do, the same round can be
// played again and again, changes nothing but numbers, and goes on until the game ends for that player. It is
// a loop in all but the ending, so it is told (loop.lethal, a warning), with what each round takes.
//
// An ending that says whom it is for counts for that player. One that does not counts for a player whose
// rounds move numbers of others and none of his own: hurting oneself is no win.
#pragma once

#include <vector>

#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

// Per player and clauses the nearest. Nothing where not everybody sees everything.
std::vector<Finding> find_lethal_plays(const Reach& reach);

}  // namespace errata::checker
