#include "checker/loops/without_endings.h"

#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

WithoutEndings::WithoutEndings(const Model& model) : model_(model) {
    for (StateCheck& check : model_.rules.state_checks) {
        bool ends = false;
        walk_code(model_.flow.code, std::vector<CodeId>{check.body},
                  [&](CodeId, const Code& node) { ends |= node.kind == CodeKind::Finish; });
        if (ends) check.condition = model_.terms.truth(false);
    }
}

}  // namespace errata::checker
