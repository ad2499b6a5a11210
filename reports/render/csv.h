// Reports as a table for a spreadsheet: a row for each printed item, with what is said of it as words and
// numbers of a fixed vocabulary, no sentences. Quoted as RFC 4180 has it. docs/commands.md tells the columns.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

std::string render_csv(const std::vector<std::pair<const Report*, Result>>& reports);

}  // namespace errata::reports
