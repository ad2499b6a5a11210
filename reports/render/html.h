// Results as one page of HTML for people. The page tells what was cleared and what not, and which cards are
// ready. It shows each finding with its clauses and its play to step through, and the line that accepts it.
// The page is one file that needs nothing else and asks nobody. Without its script everything is there to
// read. Of several specs each has a section. Deterministic: the same reports give the same bytes.
#pragma once

#include <string>

#include "reports/render/formats.h"

namespace errata::reports {

std::string render_html(const Reports& reports);

}  // namespace errata::reports
