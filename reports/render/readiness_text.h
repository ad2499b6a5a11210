// The table of readiness as text: a row for each card or rule that findings name, the worst first.
#pragma once

#include <string>

#include "reports/columns.h"
#include "reports/report.h"

namespace errata::reports {

// Empty: no finding names a card or a rule.
std::string readiness_text(const Report& report, std::size_t width = default_width);

// "Nothing was found about 27 others: Ash, Belfry, Boots and 24 more."; all by name: none is only counted.
std::string quiet_sentence(const Report& report, bool all_by_name);

// "yes", "never" or, where no table of a screen asks it, "".
std::string playable_word(const Report& report, const std::string& name);

}  // namespace errata::reports
