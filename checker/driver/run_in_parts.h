// The obligations on a setup that is searched in parts: each part is searched, asked everything and
// forgotten, several side by side, each in a workbench of its own. Analyses see the parts in their order, and
// results are joined in it, so the number of threads changes nothing.
#pragma once

#include <any>
#include <map>
#include <string>
#include <vector>

#include "checker/driver/findings_told.h"
#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

struct PartsRun {
    Workbench& workbench;
    std::size_t setup = 0;
    std::vector<std::string> codes;
    std::map<ObligationId, std::any>& kept;  // Task::kept
    FindingsTold& told;
    // Those on the setup, and those on all setups whose analyses want to see the parts (Analysis::see_part).
    std::vector<const Obligation*> of_setup = {};
    std::vector<const Obligation*> of_all = {};
};

// A result for each of `of_setup`.
std::vector<CheckResult> run_in_parts(const PartsRun& run);

}  // namespace errata::checker
