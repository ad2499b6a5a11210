// The pages of the finding codes, a file for each sort of question (ir/questions.def). Only all_finding_help
// asks for them one by one.
#pragma once

#include <vector>

#include "reports/explain/help.h"

namespace errata::reports {

const std::vector<FindingHelp>& pages_of_contradictions();  // what claims say included
const std::vector<FindingHelp>& pages_of_play();            // orders, gaps, loops
const std::vector<FindingHelp>& pages_of_text();  // what is never met, does nothing, or means two things

}  // namespace errata::reports
