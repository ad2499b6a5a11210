// All states of a setup: every assignment of its open cells that satisfies its requirements. Cells are
// assigned in the order of Setup::open, and each part of a requirement is evaluated as soon as the cells that
// it reads are fixed. For setups with more states than one search should begin with, the answer is "too
// many" (setup_parts.h).
#pragma once

#include <functional>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct SetupLimits {
    std::size_t states = 200'000;
    std::size_t assignments = 10'000'000;      // of one value to one cell
    std::size_t cells = std::size_t{1} << 26;  // of all states together
};

// One after the other, in lexicographic order of the open cells' values. False: `visit` said so, or there
// would be more assignments, or values without end.
bool for_each_initial_state(const compiler::Evaluator& evaluator, const compiler::Setup& setup,
                            std::size_t assignments,
                            const std::function<bool(const compiler::State&)>& visit);

// In lexicographic order of the open cells' values; nothing: too many. An empty list: the setup is
// impossible.
std::optional<std::vector<compiler::State>> initial_states(const compiler::Evaluator& evaluator,
                                                           const compiler::Setup& setup,
                                                           const SetupLimits& limits = {});

}  // namespace errata::checker
