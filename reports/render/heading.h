// What a finding is about, in words that somebody understands who has never seen its code: "Chasm demands
// 'fall', Feather forbids it". Made of the clauses and what is known of the play. The title stays what
// `accept` and `expect` call the finding by.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

// Empty: the title says it as well as anything that could be made of the clauses.
std::string heading(const FindingLines& finding);

// The heading, or the title where there is none.
std::string heading_or_title(const FindingLines& finding);

// The codes that have a row in the table of headings; a test holds them against all codes.
std::vector<std::string_view> codes_with_heading();

}  // namespace errata::reports
