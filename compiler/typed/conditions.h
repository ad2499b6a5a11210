// Conditions that are written around abilities: `if c { ... }`, and `l if c` of a phrase. Works on the syntax
// tree, before the abilities are typed, so that each kind of ability has a condition of its own afterwards.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/typed/scope.h"

namespace errata::compiler::typed {

ast::Expr joined(ast::ExprKind kind, ast::Expr first, ast::Expr second);
// `first and second`; a condition that nobody wrote is always true, and left out.
ast::Expr both(ast::Expr first, ast::Expr second);
// Adds a condition to none or one.
void narrow(std::vector<ast::Expr>& condition, const ast::Expr& more);

// The ability says what it said where the condition holds, and nothing elsewhere. `P iff A` becomes two
// abilities: the other one is the result.
std::optional<ast::Ability> give_condition(ast::Ability& ability, const ast::Expr& condition);

// Does the name mean something around the ability? Its pattern does not bind such a name, nor a constant.
using IsInSight = std::function<bool(const std::string& name)>;

// A name in the condition that the ability gives to something of its own. The condition would speak of that.
// Nothing: there is none.
std::optional<std::string> captured_name(const Typing& t, const ast::Ability& ability,
                                         const ast::Expr& condition, const IsInSight& is_in_sight);

// The abilities without `if c { ... }` around them: each has the conditions and the rows that stood there.
// Reports names that would be captured.
std::vector<ast::Ability> taken_apart(const Typing& t, const std::vector<ast::Ability>& abilities,
                                      const IsInSight& is_in_sight);
std::vector<ast::Ability> taken_apart(const Typing& t, const std::vector<ast::Ability>& abilities,
                                      const Scope& scope);

}  // namespace errata::compiler::typed
