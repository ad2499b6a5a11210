#include "checker/claims/induction.h"

#include <algorithm>

#include "checker/symbolic/counters.h"
#include "compiler/smt/encode_step.h"
#include "compiler/smt/symbolic_state.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool opens_counters(const Model& model, const Setup& setup) {
    return std::ranges::any_of(model.variables, [&](const Variable& variable) {
        return !model.type(variable.type).is_finite() &&
               std::ranges::any_of(setup.open, [&](std::size_t cell) {
                   return variable.base <= cell && cell < variable.base + variable.cells;
               });
    });
}

}  // namespace

Answer made_true_by_a_step(const Model& model, TermId term, const SolverBudget& budget) {
    Encoder encoder(model, within(budget));
    FormulaPool& pool = encoder.pool();
    Solver solver(pool);
    const SymbolicState before = well_formed_state(model, pool);
    for (const Formula constraint : before.constraints) solver.require(constraint);
    solver.require(pool.lnot(encoder.holds(term, before.cells)));
    const compiler::Step step = encoder.step(before.cells);
    solver.require(step.valid);
    solver.require(pool.lnot(step.error));
    solver.require(pool.lnot(step.cut));
    solver.require(encoder.holds(term, step.next));
    if (encoder.gave_up()) return Answer::Unknown;
    const Answer answer = solver.check({}, budget);
    // A step that takes a counter too far is left out.
    const bool leaves_out = !encoder.not_analysed().empty() || has_counters(model);
    return answer == Answer::Unsat && leaves_out ? Answer::Unknown : answer;
}

Answer true_at_first(const Model& model, const Setup& setup, TermId term, const SolverBudget& budget) {
    Encoder encoder(model, within(budget));
    FormulaPool& pool = encoder.pool();
    Solver solver(pool);
    const SymbolicState first = setup_state(model, setup, pool);
    for (const Formula constraint : first.constraints) solver.require(constraint);
    for (const auto& [requirement, clause] : setup.requirements)
        solver.require(encoder.holds(requirement, first.cells));
    solver.require(encoder.holds(term, first.cells));
    if (encoder.gave_up()) return Answer::Unknown;
    const Answer answer = solver.check({}, budget);
    const bool leaves_out = !encoder.not_analysed().empty() || opens_counters(model, setup);
    return answer == Answer::Unsat && leaves_out ? Answer::Unknown : answer;
}

}  // namespace errata::checker
