// Who raised the question that a finding answers: the spec itself, or nobody before the rules were put
// together.
#pragma once

#include "checker/verdict.h"
#include "compiler/ir/model.h"

namespace errata::reports {

// True: the spec poses it (a check, a ruling, a scenario or another claim of its own, a declared reading, a
// choice `by nobody`, an `open` predicate of which a single card or row speaks). False: the finding is
// derived, it follows where clauses meet.
bool is_asked(const compiler::Model& model, const checker::Finding& finding);

}  // namespace errata::reports
