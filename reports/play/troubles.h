// What a play in progress shows of contradictions, gaps, broken claims and dead ends, as the findings a check
// would report (without their play: whoever plays has just seen it).
#pragma once

#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::reports {

// By the last step of `trace`, which may lead to no state.
std::vector<checker::Finding> troubles_of_step(const compiler::Evaluator& evaluator,
                                               const checker::Trace& trace);

// In the state that `trace` leads to; `here` are its successors. What the rules leave open there is told
// before it is decided.
std::vector<checker::Finding> troubles_of_state(const compiler::Evaluator& evaluator,
                                                const checker::Trace& trace, const compiler::Expansion& here);

}  // namespace errata::reports
