#include "tests/metamorphic/everywhere.h"

namespace errata::metamorphic {

void Everywhere::go(Spec& spec) const {
    for (ast::Module& module : spec.modules) go(module.items);
}

void Everywhere::go(ast::Item& node) const {
    if (item) item(node);
    go(node.type);
    go(node.fields);
    go(node.binders);
    go(node.refers);
    go(node.params);
    go(node.exprs);
    go(node.body);
    go(node.contents.abilities);
    for (ast::Setting& setting : node.contents.settings) go(setting.value);
    for (ast::Alternative& alternative : node.contents.alternatives) go(alternative.abilities);
    for (ast::Equation& equation : node.contents.equations) {
        go(equation.binders);
        go(equation.type);
        go(equation.exprs);
    }
}

void Everywhere::go(ast::Ability& node) const {
    if (ability) ability(node);
    go(node.params);
    go(node.exprs);
    go(node.value);
    go(node.as.params);
    go(node.owner);
    go(node.binders);
    go(node.play.condition);
    for (ast::Targets& targets : node.targets) {
        go(targets.count);
        go(targets.binders);
        go(targets.condition);
    }
    for (ast::Given& given : node.given) go(given.value);
    go(node.limit.uses);
    for (std::vector<ast::Stmt>& cost : node.play.costs) go(cost);
    go(node.body);
}

void Everywhere::go(ast::Stmt& node) const {
    if (stmt) stmt(node);
    go(node.exprs);
    go(node.binders);
    for (std::vector<ast::Stmt>& block : node.blocks) go(block);
    for (ast::Option& option : node.options) {
        go(option.binders);
        go(option.condition);
        go(option.most);
        go(option.only_if);
        go(option.body);
    }
    go(node.abilities);
}

void Everywhere::go(ast::Expr& node) const {
    if (expr) expr(node);
    go(node.binders);
    go(node.args);
}

void Everywhere::go(ast::TypeExpr& node) const {
    if (node.kind == ast::TypeKind::Missing) return;
    if (type) type(node);
    go(node.args);
    go(node.bounds);
}

void Everywhere::go(ast::Binder& node) const {
    if (binder) binder(node);
    go(node.type);
    go(node.initial);
}

bool mentions_any(ast::Expr expr) {
    bool found = false;
    Everywhere everywhere;
    everywhere.expr = [&](ast::Expr& node) { found = found || node.kind == ast::ExprKind::Any; };
    everywhere.go(expr);
    return found;
}

}  // namespace errata::metamorphic
