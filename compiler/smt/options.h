// How a model is encoded. The limits turn what would be too large into a reason in `not_analysed`.
#pragma once

#include <cstddef>
#include <functional>

#include "compiler/ir/evaluate.h"

namespace errata::compiler {

struct EncoderOptions {
    EnabledClauses enabled;  // by clause; empty: all
    // Leave out what is done at points of the turn, and place the first of the pending instances only: for
    // steps that are known to be forced (ByItself).
    bool agenda_only = false;
    std::size_t term_limit = 400'000;       // instances that unrolling one term may cost
    std::size_t option_limit = 4'096;       // binder values of a point looked at for "no option is possible"
    std::size_t unknown_limit = 1'024;      // unknowns of one system of equations
    std::size_t round_limit = 16;           // instances that one AnyOrder may carry out
    std::size_t solution_limit = 4'096;     // candidates for its solution
    std::size_t solution_work = 4'000'000;  // formulas that looking at all of them may make
    // Beyond, or when `stop` says so, the encoder gives up: what it makes from then on means nothing.
    std::size_t formula_limit = 30'000'000;
    std::function<bool()> stop;
};

// Counters are unbounded in the rules; here a transition that takes one beyond these is cut.
inline constexpr Value counter_lo = -(Value{1} << 15);
inline constexpr Value counter_hi = (Value{1} << 15) - 1;

}  // namespace errata::compiler
