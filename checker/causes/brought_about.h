// Which further clauses does a play need to show what it shows? A finding names the clauses that acted. These
// are replacements, prohibitions, continuous effects, statements, and triggers behind triggers. Steps of the
// play, or the whole play, are made again without some clauses. What only makes a choice possible is not
// among them. Says nothing about other plays.
#pragma once

#include <vector>

#include "checker/causes/last_changes.h"
#include "checker/causes/same_play.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Something is so where the play ends, because of these changes. Who made them possible:
// * those without any one of which one of the steps would leave its cell so that it would not be so;
// * for numbers add up, who changed one of them before, if the play, with that change undone and its choices
//   made again, would not show it (but for actions and parts of the turn);
// * who kept one of the changes off in an earlier step.
// The finding has its clauses and its witness.
Clauses needed_for_changes(const Experiment& experiment, const Finding& finding, const IsSo& is_so,
                           const std::vector<Decisive>& changes);

// Beside those that the finding has and needs: without any one of them the play, its choices made again from
// its beginning, would not show what it shows. Whatever they do in it: set something off, replace, forbid,
// speak for or against.
Clauses needed_for_play(const Experiment& experiment, const Finding& finding, const SamePlay& again);

// Without any one of them a trigger of one of the finding's clauses, or of those it needs, would not be
// caught where it is, and the play, its choices made again, would not show what it shows.
Clauses needed_to_catch(const Experiment& experiment, const Finding& finding, const SamePlay& again);

}  // namespace errata::checker
