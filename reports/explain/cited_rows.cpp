#include "reports/explain/cited_rows.h"

namespace errata::reports {

void add_sentences(const std::vector<checker::CatalogueRow>& catalogue, Report& report) {
    std::map<std::string, std::string> statements;
    for (const checker::CatalogueRow& row : catalogue) {
        if (!row.statement.empty()) statements.emplace(row.id, row.statement);
    }
    for (FindingLines& finding : report.findings) {
        for (ClauseLine& clause : finding.clauses) {
            for (const std::string& row : clause.rows) {
                if (const auto known = statements.find(row); known != statements.end())
                    clause.sentences.insert(*known);
            }
        }
    }
}

}  // namespace errata::reports
