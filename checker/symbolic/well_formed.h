// Is there any well-formed state, reachable or not, in which a closed term is 1? `Unsat` holds for every
// board of the scope.
#pragma once

#include <optional>
#include <string>

#include "checker/symbolic/solver.h"
#include "compiler/ir/evaluate.h"
#include "compiler/smt/encode_step.h"

namespace errata::checker {

struct WellFormedAnswer {
    Answer answer = Answer::Unknown;
    std::optional<compiler::State> state;  // Sat
    std::optional<Fact> reason;            // Unknown
};

// `given`: closed terms that hold as well, such as proved invariants.
WellFormedAnswer well_formed_query(const compiler::Model& model, compiler::TermId term,
                                   const std::vector<compiler::TermId>& given = {},
                                   const SolverBudget& budget = {});

// The same of one term after the other, with the states encoded once.
class WellFormedStates {
public:
    // The model has to outlive it. The budget is that of each term.
    WellFormedStates(const compiler::Model& model, const SolverBudget& budget);

    // Proved: none of them, with any values of counters.
    bool none_satisfies(compiler::TermId term);

private:
    const compiler::Model& model_;
    SolverBudget budget_;
    compiler::Encoder encoder_;
    Solver solver_;
    compiler::SymbolicState state_;
};

}  // namespace errata::checker
