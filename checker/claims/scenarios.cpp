// One scenario: played in the evaluator; a failure is a finding with the play so far.
#include <algorithm>

#include "checker/causes/brought_about.h"
#include "checker/causes/last_changes.h"
#include "checker/claims/scenario_run.h"
#include "checker/claims/second_look.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/search/analysis.h"
#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/place_in.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::string step_text(const ScenarioStep& step) {
    return step.kind == StepKind::Take ? "take \"" + step.label + "\"" : step.label;
}

// Who brought about what a `then` denies, but for the parts of the turn.
void name_who_broke_it(const Evaluator& evaluator, const ScenarioStep& step, Finding& finding) {
    if (step.kind != StepKind::Then) return;
    const auto is_so = [&](const State& state, CellTrace* trace) {
        return traced_value(evaluator, step.condition, state, trace) != Value{1};
    };
    const std::vector<Decisive> changes = decisive_changes(is_so, *finding.witness);
    for (const ClauseId clause : who_made(changes)) {
        if (!is_frame(evaluator.model().clause(clause).kind)) add_clause(finding.clauses, clause);
    }
    Allowance allowance;
    const Experiment experiment(evaluator, allowance);
    finding.needs.clauses = needed_for_changes(experiment, finding, is_so, changes);
    const SamePlay again(experiment.game(), finding,
                         [&](const Evaluator&, const State& state) { return is_so(state, nullptr); });
    add_clauses(finding.needs.clauses, needed_to_catch(experiment, finding, again));
}

Facts unclear_on_the_way(const Model& model, const ScenarioOutcome& outcome) {
    if (outcome.incidents.empty()) return {};
    Facts met;
    for (const IncidentId id : outcome.incidents)
        met.push_back(headline(model, model.incidents.all[id.index]));
    return {{FactKind::Unclear, {std::move(met)}}};
}

}  // namespace

static void play_scenario(Task& task) {
    const std::size_t index = task.obligation().setup;
    const Scenario& scenario = task.model().asked.scenarios[index];
    const ClaimId claim{ClaimSort::Scenario, index};
    const ScenarioOutcome outcome =
        run_scenario(task.workbench().evaluator(), index, task.obligation().reductions);
    const Facts unclear = unclear_on_the_way(task.model(), outcome);
    const auto verdict = [&](Status status, Facts facts) {
        add(facts, unclear);
        task.verdict(claim, status, std::move(facts));
    };
    if (outcome.unknown) return verdict(Status::Unknown, {{FactKind::NotPlayed, {*outcome.unknown}}});
    if (!outcome.failure)
        return verdict(Status::Complete,
                       {{FactKind::Holds, {outcome.branches, outcome.transitions, outcome.readings}}});
    const bool has_play = !outcome.failure->trace.initial.empty();
    const ScenarioStep* const failed = has_play ? &scenario.steps.at(outcome.failure->step) : nullptr;
    const Facts& reason = outcome.failure->reason;
    Finding finding;
    finding.code = FindingCode::ContradictionScenario;
    finding.about = {AboutSort::Scenario, dsl::place_in(task.model().asked.scenarios, scenario)};
    finding.facts = {failed == nullptr ? Fact{FactKind::FailsAtStart, {reason}}
                                       : Fact{FactKind::FailsAtLine, {step_text(*failed), reason}}};
    verdict(Status::Refuted, finding.facts);
    if (scenario.clause.is_valid()) finding.clauses.push_back(scenario.clause);
    if (has_play) finding.witness = outcome.failure->trace;
    if (failed != nullptr) name_who_broke_it(task.workbench().evaluator(), *failed, finding);
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
