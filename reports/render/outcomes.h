// What can come of a step, told apart: the facts in which the ways differ, without what is the same either
// way.
#pragma once

#include <cstddef>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

// How many facts of one way are shown, before the rest is folded (unless one alone would be).
std::size_t facts_shown(std::size_t all);

// A way without facts of its own says so.
std::vector<OutcomeLine> told_apart(const std::vector<OutcomeLine>& outcomes);

}  // namespace errata::reports
