// A repetition without the clauses that it goes on without: what only happens on the way, and comes to
// nothing in each round. The round is played again in the game in which a clause does nothing.
#pragma once

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Takes from the finding's clauses those without which a repetition of the same kind is still there, in which
// all others act; all of them stay where nothing would be left. Where players have a choice in the round, the
// same choices must lead round.
void pare_round(const compiler::Evaluator& evaluator, Finding& finding);

}  // namespace errata::checker
