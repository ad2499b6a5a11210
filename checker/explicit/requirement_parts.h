// Takes a setup's requirements apart, so that an enumeration of its open cells can drop a partial assignment
// early:
//     every g: minion satisfies (at(g) = none or free(g)) and even(size(g))
// becomes one part per minion and conjunct, each with the open cells it may read. The requirements hold iff
// every part does.
#pragma once

#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

struct RequirementPart {
    compiler::TermId term;
    std::vector<compiler::Value> bound;  // values of the binders around it, by level
    // Positions in Setup::open of the cells that its value may depend on, increasing.
    std::vector<std::size_t> reads;
};

std::vector<RequirementPart> requirement_parts(const compiler::Evaluator& evaluator,
                                               const compiler::Setup& setup);

}  // namespace errata::checker
