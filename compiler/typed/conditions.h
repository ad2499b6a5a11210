// Conditions that are written around abilities: `if c { ... }`, and `l if c` of a phrase. Works on the syntax
// tree, before the abilities are typed, so that each kind of ability has a condition of its own afterwards.
#pragma once

#include <optional>
#include <vector>

#include "dsl/ast/ast.h"

namespace errata::compiler::typed {

namespace ast = dsl::ast;

ast::Expr joined(ast::ExprKind kind, ast::Expr first, ast::Expr second);
// `first and second`; a condition that nobody wrote is always true, and left out.
ast::Expr both(ast::Expr first, ast::Expr second);
// Adds a condition to none or one.
void narrow(std::vector<ast::Expr>& condition, const ast::Expr& more);

// The ability says what it said where the condition holds, and nothing elsewhere. `P iff A` becomes two
// abilities: the other one is the result.
std::optional<ast::Ability> give_condition(ast::Ability& ability, const ast::Expr& condition);

// The abilities without `if c { ... }` around them: each has the conditions and the rows that stood there.
std::vector<ast::Ability> taken_apart(const std::vector<ast::Ability>& abilities);

}  // namespace errata::compiler::typed
