// A Coverage as text for people, row by row and in totals, and as JSON in the shape that coverage.schema.json
// describes. Deterministic: the same coverage gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "checker/coverage/coverage.h"

namespace errata::reports {

using checker::Coverage;
using checker::RowStatus;

struct CoverageText {
    std::vector<RowStatus> only;  // rows of these; empty: all
    bool why = false;             // what shows that a construct does something, and the details of verdicts
    bool colour = false;
};

std::string render_text(const Coverage& coverage, const CoverageText& options);
std::string render_json(const Coverage& coverage);

}  // namespace errata::reports
