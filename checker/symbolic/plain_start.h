// Of the plays that a query allows, one whose first state differs little from what is declared: nicer to
// read. What is shown of a play stays as it was asked for.
#pragma once

#include <vector>

#include "checker/symbolic/solver.h"
#include "compiler/smt/encode_step.h"

namespace errata::checker {

// By variable what would be plain about each of its cells.
using PlainCells = std::vector<std::vector<compiler::Formula>>;

// Open cells as the setup has them at first.
PlainCells plain_cells(const compiler::Model& model, const compiler::Setup& setup,
                       compiler::FormulaPool& pool, const std::vector<compiler::Formula>& cells);

struct PlainStart {
    compiler::FormulaPool& pool;
    Solver& solver;
    PlainCells wishes;
    SolverBudget budget;           // of the query; an attempt has a little of it
    std::size_t attempts = 1'000;  // that cost anything
};

// Fulfils wishes where that does no harm: those of a variable together if possible, else each. `kept` holds
// in the assignment given and in the one that comes back.
std::vector<compiler::Value> with_plain_start(const PlainStart& play, std::vector<compiler::Formula> kept,
                                              std::vector<compiler::Value> assignment);

// A little of a budget, for one attempt at a nicer play of the same length.
SolverBudget little_of(SolverBudget budget);

}  // namespace errata::checker
