// A module as one S-expression per item, without spans: what `errata dump --stage ast` prints and golden
// tests compare. Every field of a node that is not empty appears, so two modules with the same dump differ at
// most in places.
#pragma once

#include <string>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

std::string dump(const Module& module);
std::string dump(const Item& item);
std::string dump(const Expr& expr);
std::string dump(const Stmt& stmt);
std::string dump(const Ability& ability);

}  // namespace errata::dsl::ast
