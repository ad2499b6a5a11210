// What can come of a step, told apart: the facts in which the ways differ, without what is the same either
// way.
#pragma once

#include <vector>

#include "reports/report.h"

namespace errata::reports {

// A way without facts of its own says so.
std::vector<OutcomeLine> told_apart(const std::vector<OutcomeLine>& outcomes);

}  // namespace errata::reports
