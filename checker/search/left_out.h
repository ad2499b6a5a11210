// What goes on as it does without some clauses: continuous effects, prohibitions and statements take part or
// do not (EnabledClauses); all other clauses are always there. Which are needed for what a finding shows, and
// whether a clause matters at all, is asked so.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// By clause: can it be left out?
std::vector<bool> clauses_that_can_go(const compiler::Model& model);

// Those that are marked, in order.
std::vector<compiler::ClauseId> listed(const std::vector<bool>& clauses);

// Those the evaluator has, without some.
compiler::EnabledClauses all_but(const compiler::Evaluator& evaluator,
                                 const std::vector<compiler::ClauseId>& without);

// A minimal set of these clauses that has to be there (a deletion filter: Chinneck, Dravnieks 1991): one
// after the other is left out, in order, if `goes_on_without` all that were left out so far and this one.
template <class GoesOnWithout>
std::vector<compiler::ClauseId> needed_among(const std::vector<compiler::ClauseId>& clauses,
                                             const GoesOnWithout& goes_on_without) {
    std::vector<compiler::ClauseId> needed;
    std::vector<compiler::ClauseId> left_out;
    for (const compiler::ClauseId clause : clauses) {
        left_out.push_back(clause);
        if (goes_on_without(left_out)) continue;
        left_out.pop_back();
        needed.push_back(clause);
    }
    return needed;
}

}  // namespace errata::checker
