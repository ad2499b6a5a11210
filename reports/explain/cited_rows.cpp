#include "reports/explain/cited_rows.h"

#include <algorithm>

namespace errata::reports {

void add_sentences(const std::vector<checker::CatalogueRow>& catalogue, Report& report) {
    std::map<std::string, std::string> statements;
    for (const checker::CatalogueRow& row : catalogue) {
        if (!row.statement.empty()) statements.emplace(row.id, row.statement);
    }
    const auto add = [&](ClauseLine& clause) {
        for (const std::string& row : clause.rows) {
            if (const auto known = statements.find(row); known != statements.end())
                clause.sentences.insert(*known);
        }
    };
    for (AskedLines& asked : report.asked) add(asked.clause);
    std::ranges::for_each(report.readings, add);
    for (FindingLines& finding : report.findings) {
        std::ranges::for_each(finding.clauses, add);
        std::ranges::for_each(finding.definitions, add);
    }
}

}  // namespace errata::reports
