// What makes the evaluator fast and says nothing that the model does not say elsewhere. Made at the end of
// lowering by passes/; the evaluator does without it where it is told to (Evaluator::plain). Empty: nothing
// is indexed or compiled, each binding is tried, and no answer is kept.
#pragma once

#include "compiler/ir/case_index.h"
#include "compiler/ir/compiled_terms.h"
#include "compiler/ir/guard_binders.h"

namespace errata::compiler {

struct Shortcuts {
    CaseIndex cases;
    GuardBinders guard_binders;
    CompiledTerms terms;
};

}  // namespace errata::compiler
