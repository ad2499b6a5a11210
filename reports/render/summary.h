// A Report in a few lines: the headline, a line for each entry that nobody has accepted, and how the claims
// stand.
#pragma once

#include <string>

#include "reports/render/text.h"

namespace errata::reports {

// Of a terminal the options know its width, and whether severities are in colour.
std::string render_summary(const Report& report, const TextOptions& options);

}  // namespace errata::reports
