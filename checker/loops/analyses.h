// The analyses of play that goes on for ever: their rows of the table (driver/analysis). They have no
// symbolic form; there they go over a sample of boards (Task::searched).
#pragma once

#include <string_view>
#include <vector>

#include "checker/search/task.h"

namespace errata::checker {

// The codes that find_loops decides.
inline const std::vector<std::string_view> loop_codes = {"loop.mandatory", "loop.inevitable", "loop.optional",
                                                         "loop.chance",    "loop.growing",    "loop.agenda",
                                                         "loop.settle",    "loop.lethal",     "loop.lock"};
void find_loops(Task& task);

void find_waits(Task& task);

}  // namespace errata::checker
