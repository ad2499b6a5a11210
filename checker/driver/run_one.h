// One obligation from its analysis to a result that was looked at twice.
#pragma once

#include <any>
#include <string>
#include <vector>

#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

// `codes`: those that anybody wants; `kept`: Task::kept, may be null. What was found is looked at again in
// any case, what is said of all states if it `looks_again`; of these nothing is said if the time is over.
CheckResult run_one(Workbench& workbench, const Obligation& obligation, const std::vector<std::string>& codes,
                    std::any* kept, bool looks_again = true);

}  // namespace errata::checker
