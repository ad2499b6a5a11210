// Every name that a piece of syntax mentions: to find holes that a phrase forgets.
#pragma once

#include <set>
#include <string>

#include "dsl/ast/fields.h"

namespace errata::compiler {

class Mentions {
public:
    std::set<std::string> names;
    std::set<std::string> types;

    // Of a node, or of a list of them.
    template <class Nodes>
    void read(const Nodes& nodes) {
        dsl::ast::walk(nodes, *this);
    }

    void operator()(const dsl::ast::Expr& expr) { names.insert(expr.name); }
    void operator()(const dsl::ast::Stmt& stmt) { names.insert(stmt.name); }
    void operator()(const dsl::ast::Ability& ability) {
        names.insert({ability.name, ability.title});
        names.insert(ability.play.windows.all.begin(), ability.play.windows.all.end());
    }
    void operator()(const dsl::ast::TypeExpr& type) {
        if (type.kind == dsl::ast::TypeKind::Named) types.insert(type.name);
    }
};

}  // namespace errata::compiler
