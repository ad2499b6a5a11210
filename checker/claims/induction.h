// Is a closed term false for ever once it is false: is there no transition between well-formed states that
// makes it true? If so, and no initial state satisfies it, no play of any length does.
#pragma once

#include "checker/symbolic/solver.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Unsat: no transition makes it true. Unknown also where some transitions could not be encoded.
Answer made_true_by_a_step(const compiler::Model& model, compiler::TermId term, const SolverBudget& budget);

// Unsat: no initial state of the setup satisfies it.
Answer true_at_first(const compiler::Model& model, const compiler::Setup& setup, compiler::TermId term,
                     const SolverBudget& budget);

}  // namespace errata::checker
