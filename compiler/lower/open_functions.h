// Open functions and what rules say about them: `P if A`, `f = v only if B`, each with its exceptions. Every
// statement goes to its function as it is written; nothing is reconciled here.
#pragma once

#include "compiler/lower/place.h"

namespace errata::compiler {

// `default EXPR`, over the parameters.
void add_fallbacks(const Lowering& l);

// A Statement.
void add_statement(const Lowering& l, const PlacedAbility& placed);

// When all statements are known: where an exception applies, what it is an exception to does not count; then
// the incidents.
void finish_open_functions(const Lowering& l);

// Statements about a predicate may lean on other predicates, but not in a circle: what it would mean is a
// matter of equations.
void find_open_circles(const Lowering& l);

// Who `ignores` whom in which action becomes known to the model, for reports.
void note_ignored(const Lowering& l);

}  // namespace errata::compiler
