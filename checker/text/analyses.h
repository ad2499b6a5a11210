// The analyses of the wording: their rows of the table (driver/analysis).
#pragma once

#include "checker/search/task.h"

namespace errata::checker {

// On the reachable game graph of the setup, or on a sample of boards (Task::searched).
void compare_readings(Task& task);

// Statements that give way to a declared exception, and exceptions to one another, of which none counts: each
// in a reached state in which something asks for what they say. Beyond 10,000 states expanded again it is not
// analysed.
bool has_exceptions(const compiler::Model& model);
void find_overruled(Task& task);

bool has_idle_candidates(const compiler::Model& model);
void find_idle_clauses(Task& task);
// Not without all states.
void skip_idle_clauses(Task& task);

}  // namespace errata::checker
