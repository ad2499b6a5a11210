#include "compiler/ir/passes/shortcuts.h"

#include "compiler/ir/passes/compile_terms.h"
#include "compiler/ir/passes/guard_binders.h"
#include "compiler/ir/passes/index_cases.h"

namespace errata::compiler {

Shortcuts shortcuts(const Model& model) {
    Shortcuts result{index_cases(model), guard_binders(model), {}};
    result.terms = compile_terms(model, result.cases);
    return result;
}

}  // namespace errata::compiler
