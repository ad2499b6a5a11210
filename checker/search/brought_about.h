// By what the decisive steps of a play came about, beside whoever acts in them: what makes an event one that
// a trigger is for (`counts as`), continuous effects and statements that an effect reads. Such a step is
// carried out again without some clauses (EnabledClauses). What only makes its choice possible is not among
// them. Looks one step back from whoever acts, and no further; says nothing about other plays.
#pragma once

#include <vector>

#include "checker/search/last_changes.h"
#include "checker/trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Without any one of them one of these steps would leave its cell so that it would not be so where the play
// ends.
std::vector<compiler::ClauseId> needed_for_changes(const compiler::Evaluator& evaluator, const Trace& play,
                                                   const IsSo& is_so, const std::vector<Decisive>& changes);

// Without any one of them a trigger of one of `clauses` would not be caught where it was before it acted
// last.
std::vector<compiler::ClauseId> needed_to_catch(const compiler::Evaluator& evaluator, const Trace& play,
                                                const std::vector<compiler::ClauseId>& clauses);

}  // namespace errata::checker
