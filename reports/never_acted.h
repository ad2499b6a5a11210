// Which printed items did nothing on any table of a screen, so that nothing is cleared about them: their text
// changed, prevented and decided nothing in any set with them, each of which was seen to the end. Items are
// left out of which a finding says that they cannot act. Counts for the exit code and in the headline.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

std::vector<std::string> never_acted(const Report& report);

// A verb for so many of them: "never acts". If only single items were laid out, it is "does nothing by
// itself".
std::string_view idle_words(const Report& report, std::size_t count);

}  // namespace errata::reports
