// What an incident is told as: a finding for each minimal set of clauses of what statements, continuous
// effects and equations say together; of anything else the one finding. A demand and the prohibition against
// it are a minimal set as they stand.
#pragma once

#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// `play` ends with the step (or in the state) that meets the incident.
std::vector<Finding> incident_findings(const compiler::Evaluator& evaluator,
                                       const compiler::Occurrence& occurrence, const Trace& play);

// Where statements about an open function contradict each other: which values they say, if they are written
// out, one for each clause.
void name_values(const compiler::Model& model, const compiler::OpenFunction& open, Finding& finding);

// A text has a clause for each equation that it takes part in: a value has several where effects are applied
// one after the other. The one with the shortest path stands for all: no order of items changes which.
std::vector<compiler::ClauseId> each_text_once(const compiler::Model& model,
                                               const std::vector<compiler::ClauseId>& clauses);
}  // namespace errata::checker
