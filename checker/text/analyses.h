// The analyses of the wording: their rows of the table (driver/analysis).
#pragma once

#include "checker/search/task.h"

namespace errata::checker {

// On the reachable game graph of the setup, or on a sample of boards (Task::searched).
void compare_readings(Task& task);

bool has_idle_candidates(const compiler::Model& model);
void find_idle_clauses(Task& task);
// Not without all states.
void skip_idle_clauses(Task& task);

}  // namespace errata::checker
