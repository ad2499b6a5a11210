// Open functions and what rules say about them: `P if A`, `f = v only if B`, `E counts as F`, each with its
// exceptions. Every statement goes to its function as it is written; nothing is reconciled here. `declare`
// has made the functions.
#pragma once

#include <string>
#include <vector>

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Does a name or row, as written behind `except to` or `ignores`, mean this clause?
bool is_called(const Clause& clause, const std::string& id);

// Reports an id that no rule and no printed item has.
void check_known_rule(World& world, const std::string& id, dsl::Span span);

// `default EXPR`, over the parameters.
void add_fallbacks(World& world, const Modules& modules);

// If, NotIf, OnlyIf, Iff about the function `open`.
void add_statement(World& world, const PlacedAbility& placed, OpenId open);

// CountsAs, between two predicates or between two actions.
void add_counting(World& world, const PlacedAbility& placed);

// Who `ignores` whom in which action becomes known to the model, for reports. Needs all abilities placed
// without an error.
void note_ignored(World& world);

// When all statements are known: where an exception applies, what it is an exception to does not count; then
// the incidents.
void finish_open_functions(World& world);

}  // namespace errata::compiler
