#include "checker/symbolic/unroller.h"

namespace errata::checker {

using compiler::Formula;
using compiler::FormulaPool;
using compiler::Step;
using compiler::SymbolicState;

SymbolicState start_of(const compiler::Setup& setup, compiler::Encoder& encoder) {
    SymbolicState state = compiler::setup_state(encoder.model(), setup, encoder.pool());
    for (const auto& [requirement, clause] : setup.requirements)
        state.constraints.push_back(encoder.holds(requirement, state.cells));
    return state;
}

Unroller::Unroller(compiler::Encoder& encoder, Solver& solver, const SymbolicState& first)
    : encoder_(encoder), solver_(solver), states_({first.cells}) {
    for (Formula constraint : first.constraints) solver_.require(constraint);
}

const Step& Unroller::step() {
    if (!step_) step_ = encoder_.step(last_state());
    return *step_;
}

bool Unroller::is_at_end() { return is_false(step().valid); }

void Unroller::advance() {
    FormulaPool& pool = encoder_.pool();
    const Step& taken = step();
    solver_.require(taken.valid);
    solver_.require(pool.lnot(taken.error));
    solver_.require(pool.lnot(taken.cut));
    SymbolicState next = renamed(taken.next, pool);
    for (Formula equation : next.constraints) solver_.require(equation);
    states_.push_back(std::move(next.cells));
    step_.reset();
}

}  // namespace errata::checker
