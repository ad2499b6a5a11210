// Reports as a code quality report of GitLab (codequality.schema.json): one array for all specs, with each
// remark that nobody has settled.
#pragma once

#include <string>

#include "reports/render/formats.h"

namespace errata::reports {

std::string render_gitlab(const Reports& reports);

}  // namespace errata::reports
