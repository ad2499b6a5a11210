// One obligation from its analysis to a result that was looked at twice.
#pragma once

#include <any>
#include <string>
#include <vector>

#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

// `codes`: those that anybody wants; `kept`: Task::kept, may be null.
CheckResult run_one(Workbench& workbench, const Obligation& obligation, const std::vector<std::string>& codes,
                    std::any* kept);

}  // namespace errata::checker
