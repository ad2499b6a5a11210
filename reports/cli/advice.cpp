#include "reports/cli/advice.h"

#include <algorithm>
#include <set>

#include "checker/advice/remedies.h"
#include "reports/entries.h"
#include "reports/explain/advice.h"

namespace errata::reports {

using checker::Finding;

namespace {

bool is_wanted(const FindingLines& finding) {
    return finding.severity != checker::Severity::Note && !is_settled(finding);
}

// Where the whole search was no work, what is tried from one place of it is none.
constexpr double most_states_of_small = 20'000;

bool is_small(const Report& report) {
    const auto states = report.stats.find("states");
    const auto wanted = std::ranges::count_if(report.findings, is_wanted);
    return !report.stopped && !report.screened && states != report.stats.end() &&
           states->second <= most_states_of_small && static_cast<std::size_t>(wanted) <= most_tried;
}

std::vector<std::string> advice_on(checker::Session& session, const compiler::CompileOptions& options,
                                   const std::vector<checker::CheckResult>& results,
                                   const std::string& fingerprint, bool tries) {
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto finding = std::ranges::find(results[i].findings, fingerprint, &Finding::fingerprint);
        if (finding == results[i].findings.end()) continue;
        compiler::CompileOptions part = options;
        part.scenario = session.parts[i].scenario;
        if (!tries && !checker::remedies_for(session, session.parts[i].model, *finding).empty())
            return {"Not tried: `--try` does."};
        if (!tries) return advice_sentences({});
        return advice_sentences(checker::try_remedies(session, part, session.parts[i].model, *finding));
    }
    return {};
}

}  // namespace

void try_advice(checker::Session& session, const compiler::CompileOptions& options,
                const std::vector<checker::CheckResult>& results, Report& report, Trying trying) {
    std::set<std::string> shown;
    for (const Entry& entry : entries(report)) shown.insert(entry.shown->fingerprint);
    const bool tries = trying == Trying::All || is_small(report);
    std::size_t tried = 0;
    for (FindingLines& finding : report.findings) {
        const bool is_meant = is_wanted(finding) && shown.contains(finding.fingerprint);
        if (!is_meant || finding.advice.settle.empty()) continue;
        if (!tries || tried++ < most_tried) {
            finding.advice.tried = advice_on(session, options, results, finding.fingerprint, tries);
        } else {
            finding.advice.tried = {"Not tried: " + std::to_string(most_tried) +
                                    " others were; ask for this one with `--only`."};
        }
    }
}

}  // namespace errata::reports
