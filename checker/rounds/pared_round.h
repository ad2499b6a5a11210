// A repetition without the clauses that it goes on without: what only happens on the way, and comes to
// nothing in each round. The round is played again in the game in which a clause does nothing.
#pragma once

#include <optional>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/plays/clause_lists.h"
#include "checker/rounds/inescapable.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// What piles up from the state on, in the game in which these clauses are idle. Nothing: somebody gets out of
// the stage there, or that is not known. `idle`: of the evaluator's model.
std::optional<More> piles_up_without(const compiler::Evaluator& evaluator, IdleRules& idle,
                                     const Clauses& clauses, const compiler::State& state, LoopStage stage);

// Takes from the finding's clauses those without which a repetition of the same kind is still there, in which
// all others act; all of them stay where nothing would be left. Where players have a choice in the round, the
// same choices must lead round. Where no choice leads out, or no state returns, nobody must get out.
void pare_round(const compiler::Evaluator& evaluator, Finding& finding);
// The same of rounds that a player chooses and that change nothing but numbers (loop.lethal): the same
// choices must change those that decide the ending by as much.
void pare_number_round(const compiler::Evaluator& evaluator, const std::set<std::size_t>& deciding,
                       Finding& finding);

}  // namespace errata::checker
