// Describes a round in a region that play never leaves (inescapable.h): the clauses that keep play in it, and
// what there is more of behind the round.
#pragma once

#include <vector>

#include "checker/rounds/inescapable.h"
#include "checker/verdict.h"

namespace errata::checker {

// Clauses that keep play from getting out.
struct Cause {
    std::vector<compiler::ClauseId> clauses;
    std::vector<compiler::ClauseId> others;  // that act in the round and need not
    bool piles_up = false;                   // what is to be done, by these alone
};

// Minimal sets of the clauses of the round that `play` makes from step `from` on, one after the other out of
// what the earlier ones leave. In the game of this evaluator play does not leave the stage.
std::vector<Cause> causes_of(const compiler::Evaluator& evaluator, const Inescapable& region,
                             const Trace& play, std::size_t from, LoopStage stage);

// The states before and behind a round.
struct RoundEnds {
    const compiler::State& before;
    const compiler::State& after;
};
// Adds to `growth` and `net_change` what there is more of.
void tell_growth(const compiler::Model& model, const Twins& twins, RoundEnds round, LoopFacts& loop);

}  // namespace errata::checker
