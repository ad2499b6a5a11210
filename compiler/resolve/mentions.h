// Every name that a piece of syntax mentions: to find holes that a phrase forgets, and what a phrase of a
// library speaks about.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "dsl/ast/ast.h"

namespace errata::compiler {

class Mentions {
public:
    std::set<std::string> names;
    std::set<std::string> types;

    void read(const dsl::ast::Expr& expr) {
        names.insert(expr.name);
        read(expr.args);
        read(expr.binders);
    }
    void read(const std::vector<dsl::ast::Expr>& exprs) {
        for (const dsl::ast::Expr& expr : exprs) read(expr);
    }
    void read(const std::vector<dsl::ast::Binder>& binders) {
        for (const dsl::ast::Binder& binder : binders) {
            read(binder.type);
            read(binder.initial);
        }
    }
    void read(const dsl::ast::TypeExpr& type) {
        if (type.kind == dsl::ast::TypeKind::Named) types.insert(type.name);
        for (const dsl::ast::TypeExpr& arg : type.args) read(arg);
        read(type.bounds);
    }
    void read(const std::vector<dsl::ast::Stmt>& body) {
        for (const dsl::ast::Stmt& stmt : body) {
            names.insert(stmt.name);
            read(stmt.exprs);
            read(stmt.binders);
            for (const auto& block : stmt.blocks) read(block);
            for (const dsl::ast::Option& option : stmt.options) {
                read(option.binders);
                read(option.condition);
                read(option.most);
                read(option.only_if);
                read(option.body);
            }
            for (const dsl::ast::Ability& ability : stmt.abilities) read(ability);
        }
    }
    void read(const dsl::ast::Ability& ability) {
        names.insert({ability.name, ability.title, ability.play.window});
        read(ability.params);
        read(ability.exprs);
        read(ability.value);
        read(ability.as.params);
        read(ability.owner);
        read(ability.binders);
        read(ability.play.condition);
        for (const dsl::ast::Targets& targets : ability.targets) {
            read(targets.count);
            read(targets.binders);
            read(targets.condition);
        }
        for (const dsl::ast::Given& given : ability.given) read(given.value);
        read(ability.limit.uses);
        for (const auto& cost : ability.play.costs) read(cost);
        read(ability.body);
    }
};

}  // namespace errata::compiler
