// Expressions made of others by an operator, a quantifier or a branch. Reached through `expression`.
#pragma once

#include "compiler/typed/expressions.h"

namespace errata::compiler::typed {

std::optional<Expr> number(const Typing& t, Value value, dsl::Span span);

std::optional<Expr> negation(const Typing& t, const ast::Expr& expr, const Scope& scope);
std::optional<Expr> negative(const Typing& t, const ast::Expr& expr, const Scope& scope);
// An infix operator, as its row of operators.def says.
std::optional<Expr> operation(const Typing& t, const ast::Expr& expr, const Scope& scope);
std::optional<Expr> equality(const Typing& t, const ast::Expr& expr, const Scope& scope);
std::optional<Expr> membership(const Typing& t, const ast::Expr& expr, const Scope& scope);
std::optional<Expr> set_literal(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId expected);
std::optional<Expr> conditional(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId expected);
std::optional<Expr> quantifier(const Typing& t, const ast::Expr& expr, const Scope& scope);
std::optional<Expr> path(const Typing& t, const ast::Expr& expr, const Scope& scope);

}  // namespace errata::compiler::typed
