#include "checker/driver/run_one.h"

#include <algorithm>

#include "checker/driver/analysis.h"
#include "checker/driver/second_look.h"
#include "checker/fact_kinds.h"
#include "dsl/base/check.h"

namespace errata::checker {

namespace {

// Whoever looks at the clock may stop anywhere: what was not seen is not there to be claimed.
void claim_nothing_of_all_states(CheckResult& result) {
    const std::size_t findings = result.findings.size();
    std::erase_if(result.findings, [](const Finding& finding) { return finding.status == Status::Complete; });
    if (result.findings.size() < findings) result.not_analysed.push_back({FactKind::NeverSoTimeEnded});
    for (Verdict& verdict : result.verdicts) {
        if (verdict.status != Status::Complete) continue;
        verdict.status = Status::Bounded;
        verdict.rechecked = Recheck::Nobody;
        verdict.facts = {{FactKind::TimeEnded}};
        verdict.is_open = is_asked(verdict.about);
        verdict.limit = {{FactKind::TimeEnded}};
    }
}

// Every witness that a finding has was replayed when it was told (Task::finding).
void note_replayed(CheckResult& result) {
    for (Verdict& verdict : result.verdicts) {
        if (verdict.status != Status::Refuted) continue;
        const auto is_about = [&](const Finding& finding) {
            return verdict.about == claim_of_none(finding.code) || verdict.about.sort != ClaimSort::NoFinding;
        };
        const auto shows = [&](const Finding& finding) {
            return !is_about(finding) || finding.witness.has_value();
        };
        if (std::ranges::any_of(result.findings, is_about) && std::ranges::all_of(result.findings, shows))
            verdict.rechecked = Recheck::Replayed;
    }
}

}  // namespace

CheckResult run_one(Workbench& workbench, const Obligation& obligation, const std::vector<std::string>& codes,
                    std::any* kept, bool looks_again) {
    const Analysis& analysis = analysis_of(obligation.id.analysis);
    Task task(workbench, obligation, codes, kept);
    if (obligation.id.engine == Engine::Symbolic) {
        ERRATA_CHECK(analysis.run_symbolic != nullptr);
        analysis.run_symbolic(task);
    } else {
        analysis.run_explicit(task);
    }
    CheckResult result = task.take();
    note_replayed(result);
    look_at_findings_again(workbench, obligation, result);
    if (looks_again) look_at_states_again(workbench, obligation, result);
    if (workbench.clock().is_over()) claim_nothing_of_all_states(result);
    return result;
}

}  // namespace errata::checker
