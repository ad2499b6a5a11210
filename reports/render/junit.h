// Reports in the XML that build servers read as results of tests: a suite for each spec; in it a case for
// each claim (of each setup, where the spec has several: its class is named for it), which is skipped if it
// was not decided or if something that counts speaks against it, and a failing case for each entry that
// counts. So a problem fails once.
#pragma once

#include <string>
#include <vector>

#include "reports/render/formats.h"
#include "reports/report.h"

namespace errata::reports {

std::string render_junit(const Reports& reports);

// Does the finding speak against the claim? A report holds both as words. checker/claim_sorts.def and the
// titles that the analyses give are told together here.
bool speaks_against(const FindingLines& finding, const VerdictLine& verdict);

// Of a refuted claim: the findings that count (met in its setup, if any was), or all that count if none is
// known to speak against it. Empty: what speaks against it is settled.
std::vector<const FindingLines*> failing(const Report& report, const VerdictLine& verdict);

}  // namespace errata::reports
