// Changes of cells, in the words of the game.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"
#include "compiler/ir/model.h"
#include "reports/report.h"

namespace errata::reports {

// Several writes of one cell read as one change; a cell that ends as it began did not change.
std::vector<ChangeLine> change_lines(const compiler::Model& model,
                                     const std::vector<compiler::Change>& changes);

}  // namespace errata::reports
