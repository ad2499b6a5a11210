// Expressions: names resolved, types checked. Reports every error and returns nothing for what has one;
// callers go on with the rest.
#pragma once

#include <optional>

#include "compiler/typed/scope.h"

namespace errata::compiler::typed {

class Expressions {
public:
    explicit Expressions(const Typing& typing)
        : typing_(typing), names_(typing.names), types_(typing.program.types), reporter_(typing.reporter) {}

    // `expected` decides between constants of one name; a mismatch is left to the caller (see `as`).
    std::optional<Expr> typed(const ast::Expr& expr, const Scope& scope, TypeId expected = {});
    // Insists on the type.
    std::optional<Expr> as(const ast::Expr& expr, const Scope& scope, TypeId type);
    std::optional<Expr> condition(const ast::Expr& expr, const Scope& scope) {
        return as(expr, scope, typing_.bool_type());
    }
    // A player; an error in a game that has none.
    std::optional<Expr> player(const ast::Expr& expr, const Scope& scope);
    // None or one, as written; nothing after an error.
    std::optional<std::vector<Expr>> conditions(const std::vector<ast::Expr>& exprs, const Scope& scope);

    // What a binder ranges over, and its name in the scope; nothing after an error.
    std::optional<Binder> bind(const ast::Binder& binder, Scope& scope);
    std::optional<Domain> domain(const ast::TypeExpr& type, const Scope& scope);

    // The arguments of a call, all of the parameters' types.
    std::optional<std::vector<Expr>> arguments(const std::vector<ast::Expr>& args,
                                               const std::vector<TypeId>& params, const std::string& what,
                                               dsl::Span span, const Scope& scope);
    // The values of an action's roles, but for those left out at the end that have defaults.
    std::optional<std::vector<Expr>> roles(ActionId action, const std::vector<ast::Expr>& args,
                                           dsl::Span span, const Scope& scope);
    // What a phrase is given in a hole.
    std::optional<std::vector<Expr>> given(const Category& category, const std::vector<ast::Expr>& args,
                                           dsl::Span span, const Scope& scope);

    // Does this word in an ability's brackets give a role a name? Otherwise it is a value that the role must
    // be equal to.
    bool binds(const ast::Expr& param, TypeId type, const Scope& scope) const;
    // The brackets of an ability; adds the names to the scope. Nothing after an error.
    std::optional<std::vector<Param>> pattern(const std::vector<ast::Expr>& params, const std::string& what,
                                              const std::vector<TypeId>& types, dsl::Span span, Scope& scope);

    // What it is called in a label.
    std::optional<Expr> name(const ast::Expr& expr, const Scope& scope, TypeId expected);

private:
    std::optional<Expr> meaning(const ast::Expr& expr, const Scope& scope, TypeId expected);
    std::optional<Expr> number(Value value, dsl::Span span);
    std::optional<Expr> none(const ast::Expr& expr, TypeId expected);
    std::optional<Expr> constant(const std::string& name, dsl::Span span, TypeId expected, bool quoted);
    std::optional<Expr> thing(const std::string& name, dsl::Span span, const Scope& scope);
    std::optional<Expr> hole(const HoleKind& hole, const std::string& name,
                             const std::vector<ast::Expr>& args, dsl::Span span, const Scope& scope);
    std::optional<Expr> field(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> call(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> builtin(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> of_board(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> can(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> solutions(const ast::Expr& expr);
    std::optional<Expr> operation(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> arithmetic(const ast::Expr& expr, TermKind op, const Scope& scope);
    std::optional<Expr> change_of_set(const ast::Expr& expr, Expr set, const Scope& scope);
    std::optional<Expr> order(const ast::Expr& expr, TermKind op, bool swapped, const Scope& scope);
    std::optional<Expr> equality(const ast::Expr& expr, const Scope& scope);
    std::optional<std::pair<Expr, Expr>> comparable(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> membership(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> set_literal(const ast::Expr& expr, const Scope& scope, TypeId expected);
    std::optional<Expr> conditional(const ast::Expr& expr, const Scope& scope, TypeId expected);
    std::optional<Expr> quantifier(const ast::Expr& expr, const Scope& scope);
    std::optional<Expr> path(const ast::Expr& expr, const Scope& scope);
    // Does the meaning of this operand depend on the type of its neighbour?
    bool needs_context(const ast::Expr& expr, const Scope& scope) const;
    // The place of a member in a set over its type.
    Expr position(Expr member, TypeId element) const;
    std::vector<std::string> callable_names() const;

    const Typing& typing_;
    const Names& names_;
    TypePool& types_;
    const Reporter& reporter_;
};

// The type of what a definition says; that of its body is found first where none is declared. Typed on the
// way: bodies that ask each other without end are errors of their own (circles.h).
TypeId type_of_definition(const Typing& typing, DefineId define, dsl::Span asked);

// The table of `between` of a board, made when it is first asked for; nothing where there is none.
std::optional<TableId> table_between(const Typing& typing, TypeId site);

Expr negated(Expr condition);

}  // namespace errata::compiler::typed
