// What is ready to be printed and what is not, as a table on a page: a row for each card, terrain or rule
// that a finding names, the worst first.
#pragma once

#include <vector>

#include "reports/readiness.h"
#include "reports/render/html_finding.h"

namespace errata::reports::html {

Html readiness(const Report& report, const std::vector<Item>& items, const Section& section);

}  // namespace errata::reports::html
