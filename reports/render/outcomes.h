// What can come of a step, told apart: the facts in which the ways differ, without what is the same either
// way.
#pragma once

#include <cstddef>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

// Of one way, before the rest is folded (unless one alone would be).
inline constexpr std::size_t most_facts_shown = 4;

// A way without facts of its own says so.
std::vector<OutcomeLine> told_apart(const std::vector<OutcomeLine>& outcomes);

}  // namespace errata::reports
