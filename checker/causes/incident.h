// Which clauses an incident (a contradiction, a choice without an option, a value that is missing) needs: the
// step that met it is made again without some clauses. What it is still met without is not needed. Shared by
// both engines: a play comes in, sets of clauses go out.
#pragma once

#include <vector>

#include "checker/plays/clause_lists.h"
#include "checker/trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The minimal sets among `candidates` with which the last step of the play (or its last state) still meets
// the incident, each once, in the order of the candidates: for every candidate one that has it, if there is
// one. Clauses that cannot be left out (the turn, an action) are in all of them. Just the candidates if
// nothing can be left out or nothing is needed.
std::vector<Clauses> minimal_clause_sets(const compiler::Evaluator& evaluator, compiler::IncidentId incident,
                                         const Trace& play, const Clauses& candidates);

// The clauses beside `own` without any one of which the last step of the play (or its last state) would not
// meet the incident: prohibitions, continuous effects, statements about what is asked.
Clauses needed_elsewhere(const compiler::Evaluator& evaluator, compiler::IncidentId incident,
                         const Trace& play, const Clauses& own);

}  // namespace errata::checker
