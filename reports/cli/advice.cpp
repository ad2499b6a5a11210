#include "reports/cli/advice.h"

#include <algorithm>
#include <set>

#include "reports/entries.h"
#include "reports/explain/advice.h"

namespace errata::reports {

using checker::Finding;

namespace {

bool is_wanted(const FindingLines& finding) {
    return finding.severity != checker::Severity::Note && !is_settled(finding);
}

std::vector<std::string> advice_on(checker::Session& session, const compiler::CompileOptions& options,
                                   const std::vector<checker::CheckResult>& results,
                                   const std::string& fingerprint) {
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto finding = std::ranges::find(results[i].findings, fingerprint, &Finding::fingerprint);
        if (finding == results[i].findings.end()) continue;
        compiler::CompileOptions part = options;
        part.scenario = session.parts[i].scenario;
        return advice_sentences(checker::try_remedies(session, part, session.parts[i].model, *finding));
    }
    return {};
}

}  // namespace

void try_advice(checker::Session& session, const compiler::CompileOptions& options,
                const std::vector<checker::CheckResult>& results, Report& report) {
    std::set<std::string> shown;
    for (const Entry& entry : entries(report)) shown.insert(entry.shown->fingerprint);
    std::size_t tried = 0;
    for (FindingLines& finding : report.findings) {
        if (!is_wanted(finding) || !shown.contains(finding.fingerprint)) continue;
        finding.advice.tried =
            tried++ < most_tried ? advice_on(session, options, results, finding.fingerprint)
                                 : std::vector<std::string>{"Not tried: " + std::to_string(most_tried) +
                                                            " others were; ask for this one with `--only`."};
    }
}

}  // namespace errata::reports
