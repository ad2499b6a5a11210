// Forced play that never repeats a state because a counter grows or falls with every round. From a state, the only possible
// play is followed until a state comes back that differs in counters alone. The round then repeats for ever if no rule can
// notice the counters' new values: every term that the rules evaluate reads a moving counter only to compare it with
// something bounded, and the counter has left that bound behind, moving away, with room for a whole round's changes.
// That is sufficient, not necessary: what is not shown here is not claimed.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct Growth {
    std::vector<compiler::Successor> stem;   // from the given state to the round's first state
    std::vector<compiler::Successor> round;  // comes back to it but for the counters
    std::vector<std::pair<std::size_t, compiler::Value>> shifts;  // counter cell, change per round
    bool proved = false;                                          // repeats for ever; false: not decided
};

// Follows forced play for at most `steps` transitions; nothing if it ends, branches, repeats a state or finds no round.
std::optional<Growth> find_growth(const compiler::Evaluator& evaluator, const compiler::State& from,
                                  std::size_t steps);

bool has_counters(const compiler::Model& model);

// The state with all counters set to 0.
compiler::State without_counters(const compiler::Model& model, compiler::State state);

}  // namespace errata::checker
