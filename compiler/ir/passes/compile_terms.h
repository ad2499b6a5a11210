// Makes the compiled form of a finished model's terms (compiler/ir/compiled_terms.h). Unknowns, numbers of
// solutions, reachability and what has an index stay as they are.
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

CompiledTerms compile_terms(const Model& model, const CaseIndex& cases);

}  // namespace errata::compiler
