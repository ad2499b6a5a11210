// Which findings of a spec are shown: by severity, code, card and words. The form is for the script alone;
// report.js reads its names.
#pragma once

#include <vector>

#include "reports/render/html_readiness.h"

namespace errata::reports::html {

Html filters(const Report& report, const std::vector<Item>& items);

}  // namespace errata::reports::html
