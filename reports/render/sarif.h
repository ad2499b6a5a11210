// Reports as SARIF 2.1.0, as far as sarif.schema.json goes: one run for all specs, a rule for each code that
// occurs, a result for each finding with the way that play takes through the clauses. What the spec settles
// itself is there as suppressed.
#pragma once

#include <string>

#include "reports/render/formats.h"

namespace errata::reports {

std::string render_sarif(const Reports& reports);

}  // namespace errata::reports
