// Which clauses a contradiction, or a choice without an option, needs: the step that met it is carried out
// again without one clause after the other. What it is still met without is not needed. Shared by both
// engines; a play comes in, sets of clauses go out.
#pragma once

#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The minimal sets among `candidates` with which the last step of the play (or its last state) still meets
// the incident, each once, in the order of the candidates: for every candidate one that has it, if there is
// one. Clauses that cannot be disabled (the turn, an action) are in all of them. Just the candidates if
// nothing can be left out or nothing is needed.
std::vector<std::vector<compiler::ClauseId>> minimal_clause_sets(
    const compiler::Evaluator& evaluator, compiler::IncidentId incident, const Trace& play,
    const std::vector<compiler::ClauseId>& candidates);

// What the last step of the play (or its last state) meets the incident for beside its own clauses:
// prohibitions, continuous effects, statements about what is asked. Without any one of them it would not.
std::vector<compiler::ClauseId> needed_elsewhere(const compiler::Evaluator& evaluator,
                                                 compiler::IncidentId incident, const Trace& play,
                                                 const std::vector<compiler::ClauseId>& own);

// Sets Finding::values of a finding about the function: the different values that its clauses ask for, if
// they are written out, one for each clause.
void name_values(const compiler::Model& model, const compiler::OpenFunction& open, Finding& finding);

// A text has a clause for each equation that it takes part in: a value has several where effects are applied
// one after the other. The one with the shortest path stands for all: no order of items changes which.
std::vector<compiler::ClauseId> each_text_once(const compiler::Model& model,
                                               const std::vector<compiler::ClauseId>& clauses);

// A finding for each minimal set of clauses of what statements, continuous effects and equations say
// together; of anything else the one finding. (A demand and the prohibition against it are a minimal set as
// they stand, though a demand that is already on the agenda goes on without its clause.)
std::vector<Finding> incident_findings(const compiler::Evaluator& evaluator,
                                       const compiler::Occurrence& occurrence, const Trace& play);

}  // namespace errata::checker
