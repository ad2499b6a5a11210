// What a target asks of one state and of the step from it, as formulas. Shared by the search over depths and
// by the look at all well-formed states that precedes it.
#pragma once

#include "checker/symbolic/bounded.h"

namespace errata::checker {

struct Goal {
    compiler::Formula in_state;
    compiler::Formula in_step;
};

class Goals {
public:
    // `step` may be null: then nothing is asked of it.
    Goals(const compiler::Model& model, compiler::Encoder& encoder,
          const std::vector<compiler::Formula>& cells, const compiler::Step* step);

    // An incident is not asked of those who `spoke` before.
    Goal of(const Target& target, const std::set<compiler::ClauseId>& spoke = {});
    // By whom the incident of the target can be met in the state or in the step, each with a condition.
    std::vector<compiler::StepIncident> meetings(const Target& target);

private:
    compiler::Formula any_of(const std::vector<compiler::StepIncident>& incidents, const Target& target,
                             const std::set<compiler::ClauseId>& spoke);
    compiler::Formula are_pending(const Target& target);
    const compiler::Stuck& stuck();
    const std::vector<compiler::StepIncident>& whose();

    const compiler::Model& model_;
    compiler::Encoder& encoder_;
    compiler::FormulaPool& pool_;
    const std::vector<compiler::Formula>& cells_;
    const compiler::Step* step_;
    std::optional<compiler::Stuck> stuck_;
    std::optional<std::vector<compiler::StepIncident>> whose_;
};

}  // namespace errata::checker
