// Is there any well-formed state, reachable or not, in which a closed term is 1? `Unsat` holds for every
// board of the scope.
#pragma once

#include <optional>
#include <string>

#include "checker/symbolic/solver.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct WellFormedAnswer {
    Answer answer = Answer::Unknown;
    std::optional<compiler::State> state;  // Sat
    std::string reason;                    // Unknown
};

// `given`: closed terms that hold as well, such as proved invariants.
WellFormedAnswer well_formed_query(const compiler::Model& model, compiler::TermId term,
                                   const std::vector<compiler::TermId>& given = {},
                                   const SolverBudget& budget = {});

}  // namespace errata::checker
