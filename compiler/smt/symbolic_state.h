// A state whose cells are formulas, laid out as compiler::State, and where such states come from: a setup
// with open cells, the well-formed states, a fresh copy after a step. The pending bag of a symbolic state may
// have gaps and come in any order; decoding gives the canonical state.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/evaluate.h"
#include "compiler/smt/formula.h"

namespace errata::compiler {

struct SymbolicState {
    std::vector<Formula> cells;
    // What restricts the free variables that were made for this state.
    std::vector<Formula> constraints;
};

// The cells of a setup, open ones free in their types. Its requirements are the caller's.
SymbolicState setup_state(const Model& model, const Setup& setup, FormulaPool& pool);

// Any well-formed state (model.h) whose counters are within counter_lo..counter_hi (options.h).
SymbolicState well_formed_state(const Model& model, FormulaPool& pool);

// The same cells with every formula that is more than a variable or a constant replaced by a fresh variable
// and an equation: keeps the formulas of the next step small.
SymbolicState renamed(const std::vector<Formula>& cells, FormulaPool& pool);

// The state under an assignment of the variables.
State decode(const Model& model, const FormulaPool& pool, const std::vector<Formula>& cells,
             const std::vector<Value>& assignment);

}  // namespace errata::compiler
