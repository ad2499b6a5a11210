// Makes the compiled form of a finished model's terms (compiler/ir/compiled_terms.h), and says whose answers
// are kept (compiler/ir/term_tables.h). Unknowns, numbers of solutions, reachability and what has an index
// stay as they are.
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

// Terms that cost little are evaluated sooner than looked up.
enum class TermsTabled { Costly, All };
CompiledTerms compile_terms(const Model& model, const CaseIndex& cases,
                            TermsTabled tabled = TermsTabled::Costly);

}  // namespace errata::compiler
