// How many terms one evaluation of a term looks at, at most. Beside Term::cost, which multiplies whatever
// stands inside of quantifiers: here what the evaluator remembers (Term::remembered) is counted once for each
// value of the binders that it speaks of, and the condition of a way once for each link.
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

double looks(const Model& model, TermId term);

}  // namespace errata::compiler
