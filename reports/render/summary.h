// A Report in a few lines: the headline, a line for each entry that nobody has accepted, and how the claims
// stand.
#pragma once

#include <string>

#include "reports/report.h"

namespace errata::reports {

// `colour`: the severities, for a terminal.
std::string render_summary(const Report& report, bool colour);

}  // namespace errata::reports
