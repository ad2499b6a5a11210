// The analysis of what no play comes to, a row of the table (driver/analysis). Explicit: on the reachable
// game graphs of all setups. Symbolic: by bounded search, every model replayed.
#pragma once

#include "checker/search/task.h"

namespace errata::checker {

void find_unreachable(Task& task);
void search_unreachable(Task& task);

}  // namespace errata::checker
