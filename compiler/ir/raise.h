// The same term for use inside further binders: its quantifiers take other levels. A term that was made where
// fewer binders were in sight would else take the level of one of these.
#pragma once

#include "compiler/ir/term.h"

namespace errata::compiler {

// Binders of levels from .. below - 1 are `by` levels higher.
TermId raised(TermPool& pool, TermId id, Value from, Value below, Value by);

// Every quantifier has `level` or a higher one. What lies inside a quantifier of a lower level speaks of
// binders around the term only below that level.
TermId above(TermPool& pool, TermId id, Value level);

// The lowest binder level above all quantifiers of the term; 0 if it has none.
Value level_above(const TermPool& pool, TermId root);

}  // namespace errata::compiler
