// One scenario: played in the evaluator; a failure is a finding with the play so far.
#include "checker/claims/scenario_run.h"
#include "checker/claims/second_look.h"
#include "checker/search/analysis.h"
#include "checker/search/describe.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::string step_text(const ScenarioStep& step) {
    switch (step.kind) {
        case StepKind::Take:
            return "take \"" + step.label + "\"";
        case StepKind::Until:
            return "until";
        case StepKind::Then:
            return "then";
    }
    return "";
}

}  // namespace

static void play_scenario(Task& task) {
    const std::size_t index = task.obligation().setup;
    const Scenario& scenario = task.model().asked.scenarios[index];
    const ClaimId claim{ClaimSort::Scenario, index};
    const ScenarioOutcome outcome =
        run_scenario(task.workbench().evaluator(), index, task.obligation().reductions);
    std::string met;
    if (!outcome.incidents.empty()) {
        std::vector<std::string> titles;
        for (const IncidentId id : outcome.incidents)
            titles.push_back(task.model().incidents.all[id.index].title);
        met = "; on the way the rules were not clear: " + dsl::join(titles, "; ");
    }
    if (outcome.unknown) return task.verdict(claim, Status::Unknown, *outcome.unknown + met);
    if (!outcome.failure) {
        return task.verdict(
            claim, Status::Complete,
            "holds on " +
                (outcome.branches == 1 ? "1 branch" : std::to_string(outcome.branches) + " branches") +
                " after " + dsl::count_of(outcome.transitions, "transition") + outcome.readings + met);
    }
    const std::string where =
        "step " + std::to_string(outcome.failure->step + 1) +
        (scenario.steps.empty() ? "" : " (" + step_text(scenario.steps[outcome.failure->step]) + ")");
    std::string reason = outcome.failure->reason;
    const std::vector<std::string>& readings = outcome.failure->readings;
    if (!readings.empty()) {
        reason += std::string("; this needs the reading") + (readings.size() > 1 ? "s " : " ") +
                  list_text(readings);
    }
    task.verdict(claim, Status::Refuted, where + ": " + reason + met);
    Finding finding;
    finding.code = FindingCode::ContradictionScenario;
    finding.title = scenario.name;
    finding.explanation = "At " + where + ": " + reason + ".";
    if (scenario.clause.is_valid()) finding.clauses.push_back(scenario.clause);
    finding.witness = outcome.failure->trace;
    task.finding(std::move(finding));
}

static bool has_scenarios(const Model& model) { return !model.asked.scenarios.empty(); }

Analysis rows::Scenarios() {
    return {.claim = "the scenario goes as written",
            .codes = {FindingCode::ContradictionScenario},
            .extent = Extent::Scenario,
            .applies = has_scenarios,
            .run_explicit = play_scenario,
            .run_symbolic = nullptr,
            .certify = nullptr,
            .screens = false};
}

}  // namespace errata::checker
