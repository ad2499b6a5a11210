// Plays one step of a scenario on all branches that are carried along (scenario_run.h says what that means).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/claims/scenario_run.h"

namespace errata::checker {

struct ScenarioBranch {
    compiler::State state;
    Trace trace;
};

struct FailedStep {
    Fact reason;
    Trace trace;
};

// Leaves the branches where the step has led to; notes in `outcome` what is met on the way, or why it is not
// decided.
std::optional<FailedStep> play_step(const compiler::Evaluator& evaluator, const compiler::Scenario& scenario,
                                    std::size_t step, const StateVisitor& visit,
                                    std::vector<ScenarioBranch>& branches, ScenarioOutcome& outcome);

}  // namespace errata::checker
