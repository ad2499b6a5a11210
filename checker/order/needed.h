// What an order needs to matter beside what is put in order: continuous effects, prohibitions, statements and
// who waits for what one of the two does. Both orders are played again without them.
#pragma once

#include <functional>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Do the two ways part in this game, which lacks some clauses?
using Parts = std::function<bool(const compiler::Evaluator& others)>;

// Adds to the finding's clauses a minimal set of those without any one of which the two ways would come to
// the same. `states`: what one comparison visits; where many of them would visit too many, nothing is added.
void name_what_parting_needs(const compiler::Evaluator& evaluator, const Parts& parts, std::size_t states,
                             Finding& finding);

}  // namespace errata::checker
