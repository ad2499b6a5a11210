// Whether play can get out of a stage from a state whose rounds make something grow, whatever anybody
// chooses. The states to which play comes are gone over, those that are others with more of the same
// (twins.h) counting as these: numbers all go one way, and objects that are more equal some that nothing in a
// step has to do with. Each step is carried out for any such numbers (paths/path_run.h) and for as many
// objects as it can tell apart (bystanders.h); what it asks has to hold for all of them. Sufficient, not
// necessary; whether there is a way out can be seen by following play to one.
#pragma once

#include "checker/loop_stage.h"
#include "checker/loops/twins.h"

namespace errata::checker {

// Every play from `first` goes on for ever without a transition that is coarser than `stage`.
bool is_inescapable(const compiler::Evaluator& evaluator, const Twins& twins, const compiler::State& first,
                    LoopStage stage);

// Some play from `first` leaves the stage, or ends, within this many states: by no error, and by no cut.
bool gets_out(const compiler::Evaluator& evaluator, const compiler::State& first, LoopStage stage,
              std::size_t max_states);

}  // namespace errata::checker
