// Changes of cells, in the words of the game.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"
#include "compiler/ir/model.h"
#include "reports/report.h"
#include "reports/words/naming.h"

namespace errata::reports {

// Several writes of one cell read as one change; a cell that ends as it began did not change. What is put off
// for `later`, or no longer, is one change, with what it is about where the state before all this is known.
std::vector<ChangeLine> change_lines(const compiler::Model& model,
                                     const std::vector<compiler::Change>& changes,
                                     const compiler::State* before = nullptr, const Naming& naming = {});

}  // namespace errata::reports
