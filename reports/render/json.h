// A Report as JSON, in the shape that report.schema.json describes. Keys keep the order of the schema; the
// text is valid UTF-8 whatever the spec contains. A run over one spec gives one object, a run over several an
// array of such objects.
#pragma once

#include <string>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

std::string render_json(const Report& report, Result result);
std::string render_json(const std::vector<std::pair<const Report*, Result>>& runs);

}  // namespace errata::reports
