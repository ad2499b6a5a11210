// What the files of statements share. Choices and the statements of a position are typed apart, in the file
// of their sort (choices.cpp, claims.cpp).
#pragma once

#include "compiler/typed/statements.h"

namespace errata::compiler::typed {

// Choices.
std::optional<Stmt> choose(const Typing& t, const ast::Stmt& stmt, const Scope& scope);
std::optional<Stmt> distribute(const Typing& t, const ast::Stmt& stmt, const Scope& scope);
std::optional<Stmt> secretly(const Typing& t, const ast::Stmt& stmt, const Scope& scope);

// Of a `for each`: who is next is looked for when the turn before is over.
bool goes_in_turn(const ast::Stmt& stmt);

// What may stand in a position, too.
std::optional<Stmt> let(const Typing& t, const ast::Stmt& stmt, Scope& scope);
// Says so.
std::nullopt_t misplaced(const Typing& t, const ast::Stmt& stmt, std::string message, std::string hint = "");

}  // namespace errata::compiler::typed
