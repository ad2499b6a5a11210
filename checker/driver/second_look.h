// Before a result is believed, what it says of all states is computed once more (certify/fixpoint), and
// every loop that nobody can leave is followed once more (certify/forced_loop), by the rules that the table
// of analyses names. A difference is our bug and ends the run.
#pragma once

#include "checker/obligation.h"
#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

// May add to a `complete` verdict what was not looked at again.
// Of one that speaks of all setups together: of the part of the setup that is taken.
void look_at_part_again(Workbench& workbench, const Obligation& obligation, std::size_t setup);

void second_look(Workbench& workbench, const Obligation& obligation, CheckResult& result);

}  // namespace errata::checker
