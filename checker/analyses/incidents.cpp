// Contradictions and gaps as the model's incidents: whatever the search met is a finding, once per incident, with the
// shortest play to it. What it did not meet is a verdict per code.
#include <algorithm>
#include <map>
#include <set>

#include "checker/analyses/analysis.h"
#include "checker/analyses/findings.h"
#include "checker/analyses/incident_list.h"

namespace errata::checker {

using namespace compiler;

bool is_ruling(const Model& model, IncidentId incident) {
    return std::any_of(model.claims.begin(), model.claims.end(), [&](const Claim& claim) {
        return claim.kind == ClaimKind::After && claim.incident == incident;
    });
}

std::vector<IncidentFamily> incident_families(const Model& model) {
    std::map<std::string, std::vector<IncidentId>> by_code;
    for (std::size_t i = 0; i < model.incidents.size(); ++i) {
        if (!is_ruling(model, IncidentId(i))) by_code[model.incidents[i].code].push_back(IncidentId(i));
    }
    std::vector<IncidentFamily> families;
    for (auto& [code, incidents] : by_code) families.push_back({code, std::move(incidents)});
    return families;
}

void find_incidents(Task& task) {
    const Reach* reach = task.reach();
    if (!reach) return;
    const Model& model = task.model();
    std::set<std::pair<IncidentId, ClauseId>> reported;
    std::map<std::string, std::size_t> finds;
    for (const Met& met : reach->exploration().met()) {
        const Occurrence& occurrence = met.occurrence;
        if (is_ruling(model, occurrence.incident)) continue;
        const ClauseId apart = is_generic(model, occurrence.incident) ? occurrence.clause : ClauseId();
        if (!reported.emplace(occurrence.incident, apart).second) continue;
        Finding finding = incident_finding(task.evaluator(), occurrence, reach->exploration().trace_of(met));
        finding.minimal_proved = true;
        ++finds[finding.code];
        task.finding(std::move(finding));
    }
    const Coverage seen = coverage(task.workbench(), task.obligation().setup, *reach);
    for (const IncidentFamily& family : incident_families(model)) {
        if (!task.wants(family.code)) continue;
        const std::size_t found = finds[family.code];
        if (found > 0) {
            task.verdict("no " + family.code, Status::Refuted, std::to_string(found) + " found in " + seen.text);
        } else {
            task.verdict("no " + family.code, seen);
        }
    }
}

}  // namespace errata::checker
