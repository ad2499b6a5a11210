// What stands behind the findings of a spec on a page: the claims with their verdicts, what was not analysed,
// the diagnostics, what the codes mean, and the numbers of the search.
#pragma once

#include "reports/render/html_markup.h"
#include "reports/report.h"

namespace errata::reports::html {

Html verdicts(const Report& report);
Html not_analysed(const Report& report);
Html diagnostics(const Report& report);
Html meanings(const Report& report, Ids& ids);
Html statistics(const Report& report);

}  // namespace errata::reports::html
