// Why something is never so, from the states that were reached: the one that comes nearest to it, and what is
// missing there, with its values and how far these ever go. For whoever looks for an ending, a card, an
// ability or an option that never comes. Says nothing about states that were not reached.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "checker/near/near_option.h"
#include "checker/search/workbench.h"

namespace errata::checker {

// "The nearest position lacks coins >= 5 (coins is 2, never above 2)." With the options that would bring it
// about and are never possible themselves; the distance is then that of the nearest of these.
NearMiss near_miss(const std::vector<const Reach*>& graphs, compiler::TermId condition,
                   const StateFilter& among = {});

// Of an ending that none of these states comes to: what its condition lacks.
Phrase near_miss_of_ending(const std::vector<const Reach*>& graphs, compiler::EndingId ending,
                           const StateFilter& among = {});

// Of a clause that is never used: the condition of its state check, why none of the options that it gives is
// ever possible, what its trigger asks beside its event, or that the event never happens and why.
Phrase near_miss_of_clause(const std::vector<const Reach*>& graphs, compiler::ClauseId clause);

}  // namespace errata::checker
