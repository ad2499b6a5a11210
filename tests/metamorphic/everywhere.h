// Every node of a syntax tree, wherever it stands and whatever it is there for: for counting, finding and
// renaming. What stands for a value, and which names are in sight there, is places.h.
#pragma once

#include <functional>

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

    void go(Spec& spec) const;
    void go(ast::Item& node) const;
    void go(ast::Ability& node) const;
    void go(ast::Stmt& node) const;
    void go(ast::Expr& node) const;
    void go(ast::TypeExpr& node) const;
    void go(ast::Binder& node) const;

    template <class Node>
    void go(std::vector<Node>& nodes) const {
        for (Node& node : nodes) go(node);
    }
};

bool mentions_any(ast::Expr expr);

}  // namespace errata::metamorphic
