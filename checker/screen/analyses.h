// The analysis of screens: its row of the table (driver/analysis).
#pragma once

#include "checker/search/task.h"

namespace errata::checker {

bool has_screens(const compiler::Model& model);
// Counts the sets that were laid out and those that were seen to the end, and says of each printed item
// whether it can be played and does something. Needs no search of its own; findings are the others' to make.
void count_sets(Task& task);
void see_part_for_sets(Task& task, std::size_t setup);

}  // namespace errata::checker
