// Which facts of a position decide what quoted clauses say there, so that a report does not hide them.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::reports {

// By variable: whether a condition of these clauses reads it (term_kinds.def, Enabled). Clauses that are code
// alone, as turns and actions are, have no condition here: what their play does is shown.
std::vector<bool> read_by(const compiler::Model& model, const std::vector<compiler::ClauseId>& clauses);

}  // namespace errata::reports
