// The outer part of the reference evaluator: which transitions a state has, in the order of model.h, and for
// each of them every combination of outcomes that nobody decides. What one transition does is run_code's.
//
// Where a state check's condition or an option's guard depends on such an outcome, the outcome decides for
// the whole transition: with one value the option is there, with the other it is not (then it has no
// successor, and the incident stands in Expansion::incidents); `otherwise` and no_option belong to the
// outcomes for which no option is left, and meet what the guards met.
// Where the outcomes even decide who chooses, the owner is nobody.
#pragma once

#include "compiler/ir/evaluate.h"

namespace errata::compiler {

// `asked` (may be null) takes the readings asked; `cases` (may be null) is the model's index.
Expansion expansion(const Model& model, const EnabledClauses& enabled, const State& state, ReadingSet* asked,
                    const CaseIndex* cases);

}  // namespace errata::compiler
