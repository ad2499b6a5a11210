// A Coverage as a page of HTML: the totals, then each row of the rulebook with what the spec does about it.
#pragma once

#include <string>

#include "reports/render/coverage.h"

namespace errata::reports {

std::string render_html(const Coverage& coverage, const CoverageText& options);

}  // namespace errata::reports
