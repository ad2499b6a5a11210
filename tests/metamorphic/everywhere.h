// Every node of a syntax tree, wherever it stands and whatever it is there for: for counting, finding and
// renaming. What stands for a value, and which names are in sight there, is places.h.
#pragma once

#include <functional>

#include "dsl/ast/fields.h"
#include "tests/metamorphic/spec.h"

namespace errata::metamorphic {

// Called for each node before its parts; those that are empty are not called.
struct Everywhere {
    std::function<void(ast::Item&)> item;
    std::function<void(ast::Ability&)> ability;
    std::function<void(ast::Stmt&)> stmt;
    std::function<void(ast::Expr&)> expr;
    std::function<void(ast::TypeExpr&)> type;
    std::function<void(ast::Binder&)> binder;

    void go(Spec& spec) const { go(spec.modules); }
    template <class Nodes>
    void go(Nodes& nodes) const {
        ast::walk(nodes, [&](auto& node) { call(node); });
    }

private:
    void call(ast::Item& node) const {
        if (item) item(node);
    }
    void call(ast::Ability& node) const {
        if (ability) ability(node);
    }
    void call(ast::Stmt& node) const {
        if (stmt) stmt(node);
    }
    void call(ast::Expr& node) const {
        if (expr) expr(node);
    }
    void call(ast::TypeExpr& node) const {
        if (type && node.kind != ast::TypeKind::Missing) type(node);
    }
    void call(ast::Binder& node) const {
        if (binder) binder(node);
    }
    void call(auto&) const {}
};

bool mentions_any(ast::Expr expr);

}  // namespace errata::metamorphic
