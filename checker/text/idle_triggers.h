// Abilities that are carried out and never change anything: whenever one of their items is on top of the
// agenda, no cell of a variable changes, nothing more is pending or put on the agenda, the game does not end
// and no incident is met. What would have to be different is looked for in positions that differ in one cell
// from those in which the ability was carried out. Part of the analysis `text` (idle_clauses).
#pragma once

#include "checker/search/task.h"

namespace errata::checker {

bool has_triggers(const compiler::Model& model);

// `graphs`: of all setups, each with all its states. Code `dead-text`; a note.
void find_idle_triggers(Task& task, const std::vector<const Reach*>& graphs);

}  // namespace errata::checker
