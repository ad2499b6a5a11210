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

bool is_order(const Model& model, IncidentId incident) {
    return model.incidents[incident.index].code == "order.unowned";
}

std::vector<IncidentFamily> incident_families(const Model& model) {
    std::map<std::string, std::vector<IncidentId>> by_code;
    for (std::size_t i = 0; i < model.incidents.size(); ++i) {
        if (!is_ruling(model, IncidentId(i)) && !is_order(model, IncidentId(i)))
            by_code[model.incidents[i].code].push_back(IncidentId(i));
    }
    std::vector<IncidentFamily> families;
    for (auto& [code, incidents] : by_code) families.push_back({code, std::move(incidents)});
    return families;
}

void find_incidents(Task& task) {
    const Task::Searched searched = task.searched();
    if (searched.graphs.empty()) return;
    const Reach& reach = *searched.graphs.front();
    const Model& model = task.model();
    std::set<std::pair<IncidentId, ClauseId>> reported;
    std::map<std::string, std::size_t> finds;
    for (const Met& met : reach.exploration().met()) {
        const Occurrence& occurrence = met.occurrence;
        if (is_ruling(model, occurrence.incident) || is_order(model, occurrence.incident)) continue;
        const ClauseId apart = is_generic(model, occurrence.incident) ? occurrence.clause : ClauseId();
        if (!reported.emplace(occurrence.incident, apart).second) continue;
        Finding finding = incident_finding(task.evaluator(), occurrence, reach.exploration().trace_of(met));
        finding.minimal_proved = true;
        ++finds[finding.code];
        task.finding(std::move(finding));
    }
    const Coverage& seen = searched.coverage;
    for (const IncidentFamily& family : incident_families(model)) {
        if (!task.wants(family.code)) continue;
        const std::size_t found = finds[family.code];
        if (found > 0) {
            task.verdict("no " + family.code, Status::Refuted,
                         std::to_string(found) + " found in " + seen.text);
        } else {
            task.verdict("no " + family.code, seen);
        }
    }
}

namespace {

// The occurrence of the incident that a play ends with.
Occurrence last_occurrence(const Evaluator& evaluator, IncidentId incident, const Trace& play) {
    const auto of = [&](const std::vector<Occurrence>& met) -> std::optional<Occurrence> {
        const auto found = std::ranges::find(met, incident, &Occurrence::incident);
        return found == met.end() ? std::nullopt : std::optional(*found);
    };
    if (!play.steps.empty()) {
        if (const auto met = of(play.steps.back().incidents)) return *met;
        if (!play.steps.back().next) return {incident, {}};
    }
    return of(evaluator.expand(last_state(play)).incidents).value_or(Occurrence{incident, {}});
}

}  // namespace

void search_incidents(Task& task) {
    const Model& model = task.model();
    const auto finds = task.workbench().symbolic().find(task.obligation().setup, "incidents");
    for (const IncidentFamily& family : incident_families(model)) {
        if (!task.wants(family.code)) continue;
        std::size_t found = 0;
        const SearchFind* open = nullptr;  // the least that is known of those not found
        for (const IncidentId incident : family.incidents) {
            const SearchFind& find = finds.at(incident_target(incident));
            if (find.play) {
                Finding finding = incident_finding(
                    task.evaluator(), last_occurrence(task.evaluator(), incident, *find.play), *find.play);
                finding.minimal_proved = find.is_minimal;
                task.finding(std::move(finding));
                ++found;
            } else if (!open || open->verdict < find.verdict ||
                       (open->is_conclusive && !find.is_conclusive)) {
                open = &find;
            }
        }
        std::string detail = found > 0 ? std::to_string(found) + " found" : "";
        if (open) detail += (detail.empty() ? "" : "; beside that ") + open->detail;
        const Status status = found > 0 ? Status::Refuted : open->verdict;
        task.verdict("no " + family.code, status, detail, open && open->is_conclusive);
    }
    for (const std::string& reason : task.workbench().symbolic().not_analysed(task.obligation().setup)) {
        task.not_analysed("symbolically: " + reason);
    }
}

}  // namespace errata::checker
