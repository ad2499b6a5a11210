// A known state as the encoder takes states: formulas that are constants.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"
#include "compiler/smt/formula.h"

namespace errata::tests {

inline std::vector<compiler::Formula> constant_cells(const compiler::State& state,
                                                     compiler::FormulaPool& pool) {
    std::vector<compiler::Formula> cells;
    for (const compiler::Value value : state) cells.push_back(pool.constant(value));
    return cells;
}

}  // namespace errata::tests
