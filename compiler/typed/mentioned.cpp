// What a piece of the typed tree speaks of.
#include "compiler/typed/abilities.h"
#include "compiler/typed/walk.h"

namespace errata::compiler::typed {

Mentioned mentioned_by(const Ability& ability) {
    Mentioned result;
    walk(ability, [&](const Expr& expr) {
        if (expr.kind == ExprKind::Local) result.locals.insert(expr.local);
    });
    return result;
}

bool mentions(const Expr& expr, LocalId local) {
    bool found = false;
    walk(expr,
         [&](const Expr& part) { found = found || (part.kind == ExprKind::Local && part.local == local); });
    return found;
}

}  // namespace errata::compiler::typed
