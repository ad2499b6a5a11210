// The lines of a spec that accept a finding.
#pragma once

#include <string>

#include "reports/report.h"

namespace errata::reports {

struct AcceptWords {
    std::string because = "...";
    std::string by = {};     // empty: nobody is named
    std::string until = {};  // a day; empty: for ever
};

// A comment that names the finding, and the `accept`. `digits`: of its fingerprint, as many as tell it apart.
std::string accept_lines(const FindingLines& finding, const std::string& digits, const AcceptWords& words);

}  // namespace errata::reports
