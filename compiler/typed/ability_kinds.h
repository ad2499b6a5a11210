// The abilities that are typed apart, and what several kinds share. Each fills in its part of the ability;
// false after an error. Reached through `ability`.
#pragma once

#include "compiler/typed/abilities.h"

namespace errata::compiler::typed {

// The action that the ability is about, and its brackets.
bool of_action(const Typing& t, Ability& ability, const ast::Ability& written, Scope& scope);
bool guarded(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope);
bool prohibition(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope);

// Brackets give a name that nothing speaks of.
void unused_name(const Typing& t, dsl::Span span, const std::string& name, TypeId type);

// Statements about a predicate or an action.
bool statement(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope);
bool counting(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope);

}  // namespace errata::compiler::typed
