// The analysis of what no play comes to, a row of the table (driver/analysis). Explicit: on the reachable
// game graphs of all setups. Symbolic: by bounded search, every model replayed.
#pragma once

#include "checker/search/second_look.h"
#include "checker/search/task.h"

namespace errata::checker {

void find_unreachable(Task& task);
void search_unreachable(Task& task);
// What occurs in the part of the setup that is taken.
void see_part_for_unreachable(Task& task, std::size_t setup);

// How what it says is looked at again.
void certify_unreachable(const SecondLook& look, const Reach& reach, const Fixpoint& states);

}  // namespace errata::checker
