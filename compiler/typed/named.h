// Expressions that mean what a name of the spec means. Reached through `expression`.
#pragma once

#include "compiler/typed/expressions.h"

namespace errata::compiler::typed {

// One of the values of a type that lists them. `quoted`: it cannot be anything else.
std::optional<Expr> constant(const Typing& t, const std::string& text, dsl::Span span, TypeId expected,
                             bool quoted);
std::optional<Expr> field(const Typing& t, const ast::Expr& expr, const Scope& scope);
std::optional<Expr> call(const Typing& t, const ast::Expr& expr, const Scope& scope);
// How much somebody gets of what is distributed.
std::optional<Expr> share(const Typing& t, const ast::Expr& expr, const SharesInSight& shares,
                          const Scope& scope);
std::optional<Expr> can(const Typing& t, const ast::Expr& expr, const Scope& scope);
std::optional<Expr> solutions(const Typing& t, const ast::Expr& expr);

}  // namespace errata::compiler::typed
