// Of what an open function is asked where a play meets a conflict about it, or a gap: the deciding values
// that no clause shows. Found by looking at the position before the last step, not by carrying it out again;
// where the step itself makes the position, it may not be found.
#pragma once

#include <string>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "survives_void(minion1, on_creation)"; empty: not found, or not for certain. The finding has its play, its
// clauses and its outcomes.
std::string asked_about(const compiler::Evaluator& evaluator, compiler::IncidentId incident,
                        const Finding& finding);

}  // namespace errata::checker
