#include "reports/play/troubles.h"

#include <algorithm>

#include "checker/claims/claims.h"
#include "checker/claims/ways.h"
#include "checker/plays/steps.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::reports {

using checker::Finding;
using checker::Trace;
using compiler::Claim;
using compiler::ClaimKind;
using compiler::Evaluator;
using compiler::Occurrence;

namespace {

void add(std::vector<Finding>& findings, const compiler::Model& model, Finding finding) {
    finding.severity = compiler::info(finding.code).severity;
    finding.fingerprint = checker::fingerprint(model, finding);
    finding.witness.reset();
    const auto same = [&](const Finding& other) { return other.fingerprint == finding.fingerprint; };
    if (std::ranges::none_of(findings, same)) findings.push_back(std::move(finding));
}

Finding finding_of(const Evaluator& evaluator, const Occurrence& occurrence, const Trace& trace) {
    for (const Claim& claim : evaluator.model().asked.claims) {
        if (claim.kind == ClaimKind::After && claim.incident == occurrence.incident)
            return checker::ruling_finding(evaluator, claim, trace);
    }
    Finding finding = checker::incident_finding(evaluator, occurrence, trace);
    finding.outcomes = checker::ways_of(evaluator, occurrence.incident, trace).outcomes;
    return finding;
}

}  // namespace

std::vector<Finding> troubles_of_step(const Evaluator& evaluator, const Trace& trace) {
    std::vector<Finding> findings;
    if (trace.steps.empty()) return findings;
    for (const Occurrence& met : trace.steps.back().incidents)
        add(findings, evaluator.model(), finding_of(evaluator, met, trace));
    return findings;
}

std::vector<Finding> troubles_of_state(const Evaluator& evaluator, const Trace& trace,
                                       const compiler::Expansion& here) {
    std::vector<Finding> findings;
    for (const Occurrence& met : here.incidents)
        add(findings, evaluator.model(), finding_of(evaluator, met, trace));
    const bool left_open = here.owner.kind == compiler::OwnerKind::Rules && here.successors.size() > 1;
    for (const compiler::Successor& way : here.successors) {
        if (!left_open) break;
        Trace beyond = trace;
        beyond.steps.push_back(way);
        for (const Occurrence& met : way.incidents)
            add(findings, evaluator.model(), finding_of(evaluator, met, beyond));
    }
    if (here.successors.empty() && !here.over && here.incidents.empty())
        add(findings, evaluator.model(), checker::deadlock_finding(evaluator.model(), trace));
    for (const Claim& claim : evaluator.model().asked.claims) {
        if (claim.kind != ClaimKind::Always && claim.kind != ClaimKind::Never) continue;
        if (checker::breach(evaluator, claim, checker::last_state(trace)))
            add(findings, evaluator.model(),
                checker::claim_finding(evaluator, claim, trace,
                                       checker::how_broken(evaluator, claim, trace)));
    }
    return findings;
}

}  // namespace errata::reports
