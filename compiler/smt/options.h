// How a model is encoded. The limits turn what would be too large into a reason in `not_analysed`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/ir/evaluate.h"

namespace errata::compiler {

// Mistakes that the encoder makes on request. The tests that compare it with the evaluator must notice each; nothing
// else ever asks for one.
enum class EncoderFault : std::uint8_t {
    None,
    DropFrameCondition,    // a write through an index also reaches the last cell it could name
    ReverseAgenda,         // a stack is a queue and the other way round
    ShortRange,            // a quantifier misses the last value of its domain
    SwappedIte,            // the branches of a conditional value change places
    ForgottenDefinedness,  // an index outside its type is not noticed
    IgnoredEnabled,        // statements of disabled clauses still hold
    SequentialBlock,       // a Simultaneously block reads its own writes
    ForgottenLife,         // Stop keeps the registers that die there
    ForgottenOverflow,     // leaving a type is not noticed
    KeptInstance,          // a placed trigger stays in the bag
    FirstCheckOnly,        // of several enabled state checks one is carried out
    EagerOtherwise,        // `otherwise` is taken although there are options
    FreshUndetermined,     // an undetermined predicate may change its value within a transition
    LostReturn,            // Return leaves the frames below where they are
    LastSumWins,           // amounts of one block do not add up
    PriorityForgotten,     // options are offered although triggers wait
};

struct EncoderOptions {
    EnabledClauses enabled;            // by clause; empty: all
    bool clause_literals = false;      // a free truth value per clause instead of `enabled`
    std::size_t term_limit = 400'000;  // instances that unrolling one term may cost
    std::size_t option_limit = 4'096;  // binder values of a point looked at for "no option is possible"
    EncoderFault fault = EncoderFault::None;
};

// Counters are unbounded in the rules; here a transition that takes one beyond these is cut.
inline constexpr Value counter_lo = -(Value{1} << 15);
inline constexpr Value counter_hi = (Value{1} << 15) - 1;

}  // namespace errata::compiler
