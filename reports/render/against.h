// Which findings speak against a claim. A report holds both as words; checker/claim_sorts.def and the titles
// that the analyses give are told together here.
#pragma once

#include <vector>

#include "reports/report.h"

namespace errata::reports {

bool speaks_against(const FindingLines& finding, const VerdictLine& verdict);

// Of a refuted claim: the findings that count (met in its setup, if any was), or all that count if none is
// known to speak against it. Empty: what speaks against it is settled.
std::vector<const FindingLines*> failing(const Report& report, const VerdictLine& verdict);

}  // namespace errata::reports
