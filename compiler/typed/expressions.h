// Expressions: names resolved, types checked. Each function reports every error and returns nothing for what
// has one; callers go on with the rest. The kinds of expressions are in `operators` and `named`.
#pragma once

#include <optional>

#include "compiler/typed/scope.h"

namespace errata::compiler::typed {

// `expected` decides between constants of one name; a mismatch is left to the caller (see `of_type`).
std::optional<Expr> expression(const Typing& t, const ast::Expr& expr, const Scope& scope,
                               TypeId expected = {});
// Insists on the type.
std::optional<Expr> of_type(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId type);
std::optional<Expr> condition(const Typing& t, const ast::Expr& expr, const Scope& scope);
// A player; an error in a game that has none.
std::optional<Expr> player(const Typing& t, const ast::Expr& expr, const Scope& scope);
// None or one, as written; nothing after an error.
std::optional<std::vector<Expr>> conditions(const Typing& t, const std::vector<ast::Expr>& exprs,
                                            const Scope& scope);

// What a binder ranges over, and its name in the scope; nothing after an error.
std::optional<Binder> bind(const Typing& t, const ast::Binder& binder, Scope& scope);
std::optional<Domain> domain(const Typing& t, const ast::TypeExpr& type, const Scope& scope);

// Is it no constant outside the range of what it goes into? Else an error.
bool is_in_range(const Typing& t, const Expr& value, TypeId type);
// `written` has a value that the type has not, or is of another type than the one wanted.
void report_out_of_range(const Typing& t, const ast::Expr& written, Value value, TypeId type);
void report_mismatch(const Typing& t, const ast::Expr& written, TypeId wanted, TypeId found);

// The arguments of a call, all of the parameters' types.
std::optional<std::vector<Expr>> arguments(const Typing& t, const std::vector<ast::Expr>& args,
                                           const std::vector<TypeId>& params, const std::string& what,
                                           dsl::Span span, const Scope& scope);
// The values of an action's roles, but for those left out at the end that have defaults.
std::optional<std::vector<Expr>> roles(const Typing& t, ActionId action, const std::vector<ast::Expr>& args,
                                       dsl::Span span, const Scope& scope);
// What a phrase is given in a hole.
std::optional<std::vector<Expr>> given(const Typing& t, const Category& category,
                                       const std::vector<ast::Expr>& args, dsl::Span span,
                                       const Scope& scope);

// What it is called in a label.
std::optional<Expr> name(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId expected);

// The type of what a definition says; that of its body is found first where none is declared. Typed on the
// way: bodies that ask each other without end are errors of their own (circles.h).
TypeId type_of_definition(const Typing& typing, DefineId define, dsl::Span asked);

Expr negated(Expr condition);

}  // namespace errata::compiler::typed
