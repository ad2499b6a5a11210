// Holds JSON reports against reports/report.schema.json, the contract with whoever reads them by program.
#pragma once

#include <string>

namespace errata::tests {

// Nothing if the text is a report as the schema describes it; otherwise what is wrong and where.
std::string schema_offence(const std::string& text);

}  // namespace errata::tests
