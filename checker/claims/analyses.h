// The analyses of what the spec says and what the rules must not do: their rows of the table
// (driver/analysis). Explicit: on the reachable game graph of the setup. Symbolic: by bounded search from it,
// every model replayed.
#pragma once

#include "checker/search/second_look.h"
#include "checker/search/task.h"

namespace errata::checker {

void play_scenario(Task& task);

void find_incidents(Task& task);
void search_incidents(Task& task);
void find_deadlocks(Task& task);
void search_deadlocks(Task& task);
void check_claims(Task& task);
void search_claims(Task& task);
void check_rulings(Task& task);
void search_rulings(Task& task);

// Symbolic whatever the engine: of every well-formed board.
bool has_cyclic_equations(const compiler::Model& model);
void check_equations(Task& task);

// How what they say is looked at again.
void certify_incidents(const SecondLook& look, const Reach& reach, const Fixpoint& states);
void certify_claims(const SecondLook& look, const Reach& reach, const Fixpoint& states);  // rulings, too
void certify_no_deadlock(const SecondLook& look, const Reach& reach, const Fixpoint& states);

}  // namespace errata::checker
