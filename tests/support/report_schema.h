// Holds JSON reports against the schemas in reports/, the contract with whoever reads them by program.
#pragma once

#include <string>

namespace errata::tests {

// Nothing if the text is a report as the schema describes it; otherwise what is wrong and where.
std::string schema_offence(const std::string& text, const std::string& schema = "report.schema.json");

}  // namespace errata::tests
