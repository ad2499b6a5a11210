// The answer of `errata ask` as text. It says whether the cards act on one another, and shows each way with
// its play. Below stand the other findings about the cards, and from which setups play was searched. Other
// formats print the Report that this is made of.
#pragma once

#include <string>
#include <vector>

#include "reports/render/text.h"
#include "reports/report.h"

namespace errata::reports {

// Two copies of one card: no game is without the text of one of them alone.
bool are_copies(const std::vector<std::string>& cards);

// `cards`: those that were asked about, of a report that has only findings about all of them; none: about
// whichever act on one another.
std::string answer_text(const Report& report, const std::vector<std::string>& cards,
                        const TextOptions& options);

}  // namespace errata::reports
