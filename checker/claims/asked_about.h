// Of what an open function is asked where a play meets a conflict about it, or a gap, and who asks: the
// deciding values that no clause shows. The position where it is met is expanded again, which tells.
#pragma once

#include <string>
#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "survives_void(minion1, on_creation), asked by Void"; of several questions the first about which all the
// finding's clauses speak, else the first. Empty: not found. The finding has its play and its clauses.
std::string asked_about(const compiler::Evaluator& evaluator, compiler::IncidentId incident,
                        const Finding& finding);

// Who asks that: the effects, prohibitions and statements without any one of which it would not be asked, or
// else in whose name the step asks. None: it is no such finding, or it was not found.
std::vector<compiler::ClauseId> who_asks(const compiler::Evaluator& evaluator, const Finding& finding);

}  // namespace errata::checker
