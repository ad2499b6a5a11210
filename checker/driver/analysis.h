// All analyses. What one is and how to add one: checker/search/analysis.h.
#pragma once

#include <vector>

#include "checker/search/analysis.h"

namespace errata::checker {

// In the order of analysis_names.def, in which they are planned.
const std::vector<Analysis>& all_analyses();
const Analysis& analysis_of(AnalysisName name);

}  // namespace errata::checker
