// The statements that are typed apart, each in the file of its sort. Reached through `block` and `position`.
#pragma once

#include "compiler/typed/statements.h"

namespace errata::compiler::typed {

// Changes of what is stored, and objects that come and go.
std::optional<Stmt> change(const Typing& t, const ast::Stmt& stmt, const Scope& scope);
std::optional<Stmt> mark(const Typing& t, const ast::Stmt& stmt, const Scope& scope);
std::optional<Stmt> create(const Typing& t, const ast::Stmt& stmt, const Scope& scope);
std::optional<Stmt> destroy(const Typing& t, const ast::Stmt& stmt, const Scope& scope);

// Choices.
std::optional<Stmt> choose(const Typing& t, const ast::Stmt& stmt, const Scope& scope);
std::optional<Stmt> distribute(const Typing& t, const ast::Stmt& stmt, const Scope& scope);
std::optional<Stmt> secretly(const Typing& t, const ast::Stmt& stmt, const Scope& scope);

// Loops over things. In turn: who is next is looked for when the turn before is over.
std::optional<Stmt> for_each(const Typing& t, const ast::Stmt& stmt, const Scope& scope);
bool goes_in_turn(const ast::Stmt& stmt);

// What may stand in a position, too.
std::optional<Stmt> let(const Typing& t, const ast::Stmt& stmt, Scope& scope);
// Says so.
std::nullopt_t misplaced(const Typing& t, const ast::Stmt& stmt, std::string message, std::string hint = "");

}  // namespace errata::compiler::typed
