// One obligation from its analysis to a result that was looked at twice, at once or in two steps.
#pragma once

#include <any>
#include <string>
#include <vector>

#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

// What was found is looked at again; what is said of all states is not. `codes`: those that anybody wants;
// `kept`: Task::kept, may be null.
CheckResult ask(Workbench& workbench, const Obligation& obligation, const std::vector<std::string>& codes,
                std::any* kept);

// If it `looks_again`, at what is said of all states. Nothing is said of them if the time is over.
void conclude(Workbench& workbench, const Obligation& obligation, bool looks_again, CheckResult& result);

// Both.
CheckResult run_one(Workbench& workbench, const Obligation& obligation, const std::vector<std::string>& codes,
                    std::any* kept);

}  // namespace errata::checker
