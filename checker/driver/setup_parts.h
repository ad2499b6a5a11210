// The results of one obligation on the parts of a setup, as one result.
#pragma once

#include <vector>

#include "checker/search/completeness.h"
#include "checker/verdict.h"

namespace errata::checker {

// `parts`: in their order, each with a verdict on the same claims; `whole`: what a claim that holds of each
// part is said of. A claim holds if it holds of every part; it says nothing if it says nothing in any.
// Findings are those of all parts (`merge` folds them).
CheckResult joined_parts(std::vector<CheckResult> parts, const Completeness& whole);

}  // namespace errata::checker
