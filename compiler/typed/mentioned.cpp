// What a piece of the typed tree speaks of.
#include "compiler/typed/abilities.h"
#include "compiler/typed/walk.h"

namespace errata::compiler::typed {

std::set<LocalId> locals_of(const Ability& ability) {
    std::set<LocalId> result;
    walk(ability, [&](const Expr& expr) {
        if (expr.kind == ExprKind::Local) result.insert(expr.local);
    });
    return result;
}

}  // namespace errata::compiler::typed
