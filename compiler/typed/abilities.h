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

// The locals that an ability speaks of, its own included.
std::set<LocalId> locals_of(const Ability& ability);

}  // namespace errata::compiler::typed
