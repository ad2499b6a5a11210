// On which setups the findings' plays begin: part of the front page of every format for people.
#pragma once

#include <string>

#include "reports/report.h"

namespace errata::reports {

// ""combat" (12), "start" (3)": where plays of findings begin, the commonest setup first.
std::string found_in(const Report& report);

// ""boardhops", "teleports"": of the setups that the spec describes, those of which no finding shows a play.
// Empty where a finding is about plays that there are not, or the report shows some findings alone.
std::string nothing_found_in(const Report& report);

// What a text begins with: the opening sentence, and where the spec has several setups both of these, with
// few names.
std::string opening_with_setups(const Report& report);

}  // namespace errata::reports
