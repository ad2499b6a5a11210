// Which facts of a position decide what quoted clauses say there, so that a report does not hide them.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::reports {

// By variable: whether these clauses read it: their conditions (term_kinds.def, Enabled), what they claim,
// and what their code asks. Not what turns and actions ask, which are code alone: what their play does is
// shown.
std::vector<bool> read_by(const compiler::Model& model, const std::vector<compiler::ClauseId>& clauses,
                          std::vector<compiler::TermId> terms = {});

}  // namespace errata::reports
