// What the rulebook says: the rows that clauses cite get the words they have in the spec's catalogue.
#pragma once

#include <vector>

#include "checker/catalogue/catalogue.h"
#include "reports/report.h"

namespace errata::reports {

// For all clauses of all findings. Rows that the catalogue does not have, or has without words, stay ids.
void add_sentences(const std::vector<checker::CatalogueRow>& catalogue, Report& report);

}  // namespace errata::reports
