#include "checker/rounds/without_endings.h"

#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

bool ends_the_game(const Model& model, const StateCheck& check) {
    bool ends = false;
    walk_code(model.flow.code, std::vector<CodeId>{check.body},
              [&](CodeId, const Code& node) { ends |= node.kind == CodeKind::Finish; });
    return ends;
}

WithoutEndings::WithoutEndings(const Model& model) : model_(model) {
    for (StateCheck& check : model_.rules.state_checks) {
        if (ends_the_game(model_, check)) check.condition = model_.terms.truth(false);
    }
}

}  // namespace errata::checker
