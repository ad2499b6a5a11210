// Where a term has a value. For whoever knows of its children that they have one (TermPool, the compiled form
// of terms).
#pragma once

#include "compiler/ir/term.h"

namespace errata::compiler {

// Evaluating it succeeds wherever its children do, and meets no open function and no equation. Cautious: of
// cells and tables with arguments false, for the parameters' types are not known here.
bool is_defined_with_its_children(const TermPool& pool, const Term& term);

}  // namespace errata::compiler
