#include "checker/analyses/induction.h"

#include "compiler/smt/encode_step.h"
#include "compiler/smt/symbolic_state.h"

namespace errata::checker {

using namespace compiler;

Answer made_true_by_a_step(const Model& model, TermId term, const SolverBudget& budget) {
    Encoder encoder(model);
    FormulaPool& pool = encoder.pool();
    Solver solver(pool);
    const SymbolicState before = well_formed_state(model, pool);
    for (const Formula constraint : before.constraints) solver.require(constraint);
    solver.require(pool.lnot(encoder.holds(term, before.cells)));
    const Step step = encoder.step(before.cells);
    solver.require(step.valid);
    solver.require(pool.lnot(step.error));
    solver.require(pool.lnot(step.cut));
    solver.require(encoder.holds(term, step.next));
    const Answer answer = solver.check({}, budget);
    return answer == Answer::Unsat && !encoder.not_analysed().empty() ? Answer::Unknown : answer;
}

Answer true_at_first(const Model& model, const Setup& setup, TermId term, const SolverBudget& budget) {
    Encoder encoder(model);
    FormulaPool& pool = encoder.pool();
    Solver solver(pool);
    const SymbolicState first = setup_state(model, setup, pool);
    for (const Formula constraint : first.constraints) solver.require(constraint);
    for (const auto& [requirement, clause] : setup.requirements)
        solver.require(encoder.holds(requirement, first.cells));
    solver.require(encoder.holds(term, first.cells));
    const Answer answer = solver.check({}, budget);
    return answer == Answer::Unsat && !encoder.not_analysed().empty() ? Answer::Unknown : answer;
}

}  // namespace errata::checker
