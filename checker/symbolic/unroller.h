// A model unrolled over depths: state k's cells, the step from it, and what ties them together, asserted in
// one solver as far as it has been unrolled. Every state after the first consists of fresh variables and
// constants (measured best: formulas of different steps do not pile up), and value sets carry over, so a
// point that cannot be waited at after k steps is not encoded in step k.
#pragma once

#include "checker/symbolic/solver.h"
#include "compiler/smt/encode_step.h"

namespace errata::checker {

// Any initial state of the setup that meets its requirements.
compiler::SymbolicState start_of(const compiler::Setup& setup, compiler::Encoder& encoder);

class Unroller {
public:
    // The first state with its constraints.
    Unroller(compiler::Encoder& encoder, Solver& solver, const compiler::SymbolicState& first);

    std::size_t depth() const { return states_.size() - 1; }
    const std::vector<compiler::Formula>& state(std::size_t k) const { return states_[k]; }
    const std::vector<compiler::Formula>& last_state() const { return states_.back(); }
    // The step from the last state; encoded at the first call.
    const compiler::Step& step();
    // From now on the step is taken: to a state, so not to an error or a cut.
    void advance();
    // No step leads on, whatever the state: found without solving.
    bool is_at_end();

private:
    compiler::Encoder& encoder_;
    Solver& solver_;
    std::vector<std::vector<compiler::Formula>> states_;
    std::optional<compiler::Step> step_;
};

}  // namespace errata::checker
