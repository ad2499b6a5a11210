// Of the plays that a query allows, one whose first state differs little from what the setup gives: nicer to
// read. What is shown of a play stays as it was asked for.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "checker/symbolic/solver.h"
#include "compiler/smt/encode_step.h"

namespace errata::checker {

// Z3 resource units for one attempt at a nicer play of the same length: a tenth of a second or two.
inline constexpr unsigned nicety_resources = 300'000;

struct PlainStart {
    const compiler::Model& model;
    const compiler::Setup& setup;
    compiler::FormulaPool& pool;
    Solver& solver;
    const std::vector<compiler::Formula>& first;          // cells of the first state
    std::function<std::optional<SolverBudget>()> budget;  // of an attempt; nothing: no more of them
};

// Leaves open cells at their initial values where that does no harm: a variable's cells together if possible,
// else each. `kept` holds in the assignment given and in the one that comes back.
std::vector<compiler::Value> with_plain_start(const PlainStart& play, std::vector<compiler::Formula> kept,
                                              std::vector<compiler::Value> assignment);

}  // namespace errata::checker
