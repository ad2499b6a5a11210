// What a finding is about, in words that somebody understands who has never seen its code: "Chasm demands
// 'fall', Feather forbids it". Made of the clauses and what is known of the play, by the pattern on the
// code's page (explain/help.h) or, where that is not enough, by a function of its own. The title stays what
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

// The codes that have a heading, each as often as it has one; a test holds them against all codes.
std::vector<compiler::FindingCode> codes_with_heading();

}  // namespace errata::reports
