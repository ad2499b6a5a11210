#include "tests/metamorphic/everywhere.h"

namespace errata::metamorphic {

bool mentions_any(ast::Expr expr) {
    bool found = false;
    Everywhere everywhere;
    everywhere.expr = [&](ast::Expr& node) { found = found || node.kind == ast::ExprKind::Any; };
    everywhere.go(expr);
    return found;
}

}  // namespace errata::metamorphic
