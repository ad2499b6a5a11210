#include "checker/claims/scenario_run.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/causes/reading_dependence.h"
#include "checker/claims/scenario_step.h"
#include "checker/explicit/initial_states.h"
#include "checker/explicit/opened_readings.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

// More of them stop a scenario that runs away.
constexpr SetupLimits max_combinations{1'000, 100'000};  // of readings

// Under the readings of the state that it begins with.
ScenarioOutcome play_from(const Evaluator& evaluator, std::size_t index, const State& state,
                          const StateVisitor& visit) {
    const Scenario& scenario = evaluator.model().asked.scenarios[index];
    ScenarioOutcome outcome;
    ScenarioBranch start{state, {}};
    start.trace.setup = scenario_setup(evaluator.model(), index);
    start.trace.initial = state;
    if (visit) visit(state);
    const Trace nothing_yet = start.trace;
    std::vector<ScenarioBranch> branches{std::move(start)};
    for (std::size_t step = 0; step < scenario.steps.size(); ++step) {
        const std::optional<FailedStep> failed =
            play_step(evaluator, scenario, step, visit, branches, outcome);
        if (failed) {
            const bool has_trace = !failed->trace.initial.empty();
            outcome.failure =
                ScenarioFailure{step, {failed->reason}, has_trace ? failed->trace : nothing_yet};
            return outcome;
        }
        if (outcome.unknown) return outcome;
    }
    outcome.branches = branches.size();
    return outcome;
}

// There is no board to begin with, and so no play.
ScenarioOutcome impossible() {
    ScenarioOutcome outcome;
    outcome.failure = ScenarioFailure{0, {{FactKind::BreaksItself}}, {}};
    return outcome;
}

using Plays = std::map<State, ScenarioOutcome>;  // by what they begin with

std::size_t departures(const Model& model, const State& state) {
    return static_cast<std::size_t>(std::ranges::count_if(model.readings.all, [&](const Reading& reading) {
        return state[model.variable(reading.variable).base] != 0;
    }));
}

// Which alternatives it takes for the scenario to fail from this state.
std::vector<std::string> readings_that_matter(const Model& model, const Plays& plays, const State& state) {
    std::vector<std::string> result;
    for (const Reading& reading : model.readings.all) {
        const Variable& variable = model.variable(reading.variable);
        const auto holds = [&](Value alternative) {
            State other = state;
            other[variable.base] = alternative;
            const auto play = plays.find(other);
            return play != plays.end() && !play->second.failure;
        };
        bool matters = false;
        for (Value other = 0; other <= model.type(variable.type).hi; ++other)
            matters = matters || holds(other);
        if (matters) result.push_back(reading_name(model, reading, state[variable.base]));
    }
    return result;
}

// Of several plays that fail, the one with the fewest readings in another than their first alternative.
ScenarioOutcome joined(const Model& model, const Plays& plays) {
    ScenarioOutcome result;
    result.branches = 0;
    const State* failing = nullptr;
    for (const auto& [state, outcome] : plays) {
        result.branches += outcome.branches;
        result.transitions += outcome.transitions;
        for (const IncidentId met : outcome.incidents) {
            if (std::ranges::find(result.incidents, met) == result.incidents.end())
                result.incidents.push_back(met);
        }
        if (!result.unknown) result.unknown = outcome.unknown;
        if (outcome.failure && (!failing || departures(model, state) < departures(model, *failing)))
            failing = &state;
    }
    if (!failing) return result;
    result.unknown.reset();
    result.failure = plays.at(*failing).failure;
    const std::vector<std::string> readings = readings_that_matter(model, plays, *failing);
    if (!readings.empty()) result.failure->reason.push_back({FactKind::NeedsReadings, {readings}});
    return result;
}

}  // namespace

std::size_t scenario_setup(const Model& model, std::size_t scenario) {
    return model.setups.size() + scenario;
}

ScenarioOutcome run_scenario(const Evaluator& evaluator, std::size_t index, const Reductions& reductions,
                             const StateVisitor& visit) {
    const Model& model = evaluator.model();
    const Setup& setup = model.asked.scenarios[index].setup;
    ScenarioOutcome undecided;
    OpenedReadings opened(model, setup, !reductions.readings);
    for (bool has_room = opened.list(evaluator, max_combinations); has_room;) {
        if (opened.initial().empty()) return impossible();
        // What one play asks is opened for all of them: where one fails, the same play under each other
        // alternative says whether that matters.
        ReadingSet asked;
        const Evaluator watching = evaluator.watched(asked);
        Plays plays;
        for (const State& state : opened.initial())
            plays.emplace(state, play_from(watching, index, state, visit));
        const std::vector<ReadingSet> by_play(plays.size(), asked);
        if (opened.cover(by_play)) {
            ScenarioOutcome outcome = joined(model, plays);
            outcome.readings = opened.facts();
            return outcome;
        }
        has_room = opened.open(evaluator, by_play, max_combinations);
    }
    undecided.unknown = Fact{FactKind::AsksTooManyReadings};
    return undecided;
}

}  // namespace errata::checker
