// A Coverage in every format that has a form for it: as text for people, row by row and in totals; as JSON in
// the shape that coverage.schema.json describes; as a page of HTML with the totals and each row of the
// rulebook. Deterministic: the same coverage gives the same bytes.
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
std::string render_html(const Coverage& coverage, const CoverageText& options);

}  // namespace errata::reports
