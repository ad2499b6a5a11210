// What bars the way to what is awaited, where nobody can bring it about, whatever is chosen: the values
// without which a step of the round would, whatever is chosen then. Tried by putting another value in one
// cell and looking at the step again, so that it does not matter how the rules ask for it (in a guard, in the
// middle of an action, for each of many objects).
#pragma once

#include "checker/stop.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// What would have to be otherwise, and in which step. Nothing: no single value bars it, too many do, somebody
// could bring it about, or it is too much to try. What `awaited` itself reads is left out.
Facts what_bars(const compiler::Evaluator& evaluator, compiler::TermId awaited, const Trace& play, Stop stop);

}  // namespace errata::checker
