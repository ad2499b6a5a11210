// What keeps something from ever occurring: a clause without which it would. Play is searched again, from
// where it begins, in the game without the clause, a short way.
#pragma once

#include <functional>
#include <vector>

#include "checker/search/workbench.h"

namespace errata::checker {

// The continuous effects, prohibitions and statements without any one of which some state of the graphs'
// setups is so. None: there are none, or there is too much to look at.
using IsReached = std::function<bool(const compiler::Evaluator& without, const compiler::State&)>;
std::vector<compiler::ClauseId> standing_in_way(const Workbench& workbench,
                                                const std::vector<const Reach*>& graphs,
                                                const IsReached& is_so);

}  // namespace errata::checker
