// By what the decisive steps of a play came about, beside whoever acts in them: what makes an event one that
// a trigger is for (`counts as`), continuous effects and statements that an effect reads. Such a step is
// carried out again without some clauses (EnabledClauses). What only makes its choice possible is not among
// them. Looks one step back from whoever acts, and no further; says nothing about other plays.
#pragma once

#include <vector>

#include "checker/search/last_changes.h"
#include "checker/search/same_play.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// What these changes, by which something is so where the play ends, came about by: those without any one of
// which one of the steps would leave its cell so that it would not be so; and, for numbers add up, who
// changed one of them before, so that with that change undone the play, its choices made again, would not
// show it (but for actions and parts of the turn); and who kept one of them off in an earlier step. The
// finding has its clauses and its witness.
std::vector<compiler::ClauseId> needed_for_changes(const compiler::Evaluator& evaluator,
                                                   const Finding& finding, const IsSo& is_so,
                                                   const std::vector<Decisive>& changes);

// Beside those that the finding has and needs: without any one of them the play, its choices made again from
// its beginning, would not show what it shows. Whatever they do in it: set something off, replace, forbid,
// speak for or against. `is_shown`: that, by the rules that are left. Nothing where it takes too much.
using ShownBy = std::function<SamePlay::IsShown(const compiler::Evaluator& others)>;
std::vector<compiler::ClauseId> needed_for_play(const compiler::Evaluator& evaluator, const Finding& finding,
                                                const ShownBy& is_shown);

// Without any one of them a trigger of one of the finding's clauses, or of those it needs, would not be
// caught where it is, and the play, its choices made again, would not show what it shows. `is_shown`: that,
// of a finding about what is so where its play ends.
std::vector<compiler::ClauseId> needed_to_catch(const compiler::Evaluator& evaluator, const Finding& finding,
                                                const SamePlay::IsShown& is_shown = {});

}  // namespace errata::checker
