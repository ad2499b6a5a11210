// Forced loops on boards that no setup is known to lead to, by the symbolic loop query: for setups too open
// to list, whose sample of boards (Task::searched) shows little. What it finds is `unconfirmed`; what it
// excludes holds for every board of the scope.
#pragma once

#include <set>
#include <vector>

#include "checker/search/task.h"

namespace errata::checker {

// Asked once per model: in the obligation on the first setup that is too open. `known`: the clauses of forced
// loops that are reported already.
void find_any_board_loops(Task& task, const std::set<std::vector<compiler::ClauseId>>& known);

}  // namespace errata::checker
