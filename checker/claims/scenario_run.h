// Plays one scenario in the reference evaluator. All branches that nobody (and no chance event) decides
// between are carried along; the scenario holds if it holds on each. What it does not mention must not be a
// decision: between its steps the play runs on while nobody has a real choice (one option, or options with
// the same result), players who may pass do so, and anything else fails the scenario with the name of who
// must choose.
//
// It is played once for every combination of the readings that are asked on the way
// (explicit/opened_readings), and must hold in each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/fact.h"
#include "checker/reductions.h"
#include "checker/trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct ScenarioFailure {
    std::size_t step = 0;  // the scenario's step that fails
    Facts reason;
    // The play up to there; `setup` counts on after the model's setups. Without a state: there is no board
    // that it could begin with.
    Trace trace;
};

struct ScenarioOutcome {
    std::optional<ScenarioFailure> failure;
    std::optional<Fact> unknown;                  // not decided, and why
    std::vector<compiler::IncidentId> incidents;  // met on the way
    std::size_t branches = 1;                     // at the end, under all readings
    std::size_t transitions = 0;
    Facts readings;  // under which it was played
};

// Setup numbers of traces beyond the declared setups denote the scenarios' own: scenario i is
// model.setups.size() + i.
std::size_t scenario_setup(const compiler::Model& model, std::size_t scenario);

// `visit` is shown each state in which play stands.
using StateVisitor = std::function<void(const compiler::State&)>;
ScenarioOutcome run_scenario(const compiler::Evaluator& evaluator, std::size_t scenario,
                             const Reductions& reductions = {}, const StateVisitor& visit = {});

}  // namespace errata::checker
