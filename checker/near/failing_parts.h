// Why a condition does not hold in one state: the parts of it that decide that and cannot be taken apart
// further. Used by near_question, which says them in words.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

// A part that is not as `wanted`, for the values that its binders are bound to while it is visited.
struct FailingPart {
    compiler::TermId term;
    bool wanted = true;
    std::vector<std::pair<std::uint32_t, compiler::TypeId>> bound = {};  // binder levels inside the condition
};
using VisitPart = std::function<void(const FailingPart& part)>;

// A condition, looked at by `terms`, that is not as wanted: of all that has to be so the parts that are not;
// of what has to be so for every value, those of the first for which it is not; of an implication, its
// conclusion; of what has to be so for some value, those of the value for which the fewest are not, and by
// the least. What else could be mended in several ways is one part.
void for_each_failing_part(compiler::TermEvaluator& terms, compiler::TermId condition, bool wanted,
                           const VisitPart& visit);

// By how much the sides of a comparison of numbers differ, in the state that `terms` looks at; of a way, how
// much it does not come to; of what has to be so for every value, for how many it is not. Of anything else 0.
compiler::Value how_far_off(compiler::TermEvaluator& terms, compiler::TermId condition);

}  // namespace errata::checker
