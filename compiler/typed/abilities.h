// Abilities: events, patterns, guards and bodies typed, for a bearer or without one.
#pragma once

#include <set>

#include "compiler/typed/statements.h"

namespace errata::compiler::typed {

// An ability of a rule (nothing is in sight) or of printed text (`this`, `it` and the phrase are). Nothing
// after an error.
std::optional<Ability> ability(const Typing& t, const ast::Ability& written, const Scope& scope);
// What `later` waits for: a Trigger or PhaseHook, with everything around it in sight.
std::optional<Ability> waiting(const Typing& t, const ast::Ability& written, const Scope& scope);

// Does this word in an ability's brackets give a role a name? Otherwise it is a value that the role must be
// equal to.
bool binds(const Typing& t, const ast::Expr& param, TypeId type, const Scope& scope);
// The brackets of an ability about `what` with these `roles`; adds the names to the scope. Nothing after an
// error.
std::optional<std::vector<Param>> pattern(const Typing& t, const std::vector<ast::Expr>& params,
                                          const std::string& what, const std::vector<TypeId>& types,
                                          const std::vector<ast::Binder>& roles, dsl::Span span,
                                          Scope& scope);
// A name that brackets give and nothing speaks of may be a value that is misspelt. It is an error, unless the
// role is declared with it. `used`: what the rest speaks of.
void names_are_used(const Typing& t, const std::vector<Param>& params, const std::set<LocalId>& used);

// The locals that an ability speaks of, its own included.
std::set<LocalId> locals_of(const Ability& ability);

}  // namespace errata::compiler::typed
