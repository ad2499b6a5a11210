// What `errata ask` answers as text: whether cards act on one another, each way with its play, what else was
// found about them, and where they were looked at. Other formats print the Report that this is made of.
#pragma once

#include <string>
#include <vector>

#include "reports/render/text.h"
#include "reports/report.h"

namespace errata::reports {

// `cards`: those that were asked about, of a report that has only findings about all of them; none: about
// whichever act on one another.
std::string answer_text(const Report& report, const std::vector<std::string>& cards,
                        const TextOptions& options);

}  // namespace errata::reports
