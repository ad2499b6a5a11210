// Before a result is believed, what it says of all states is computed once more (certify/fixpoint), and
// every loop that nobody can leave is followed once more (certify/forced_loop), by the rules that the table
// of analyses names. A difference is our bug and ends the run.
#pragma once

#include <string>

#include "checker/obligation.h"
#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

void look_at_findings_again(Workbench& workbench, const Obligation& obligation, const CheckResult& result);

// What is said of all states. May add to a `complete` verdict what was not looked at again.
void look_at_states_again(Workbench& workbench, const Obligation& obligation, CheckResult& result);

// What is said of all setups together: of the part of the setup that is taken.
void look_at_part_again(Workbench& workbench, const Obligation& obligation, std::size_t setup);

// Of the states of this setup, or of the part of it that is taken.
std::optional<Fact> not_looked_at_again(Workbench& workbench, std::size_t setup);

}  // namespace errata::checker
