// That one state of a play is another one again: the same cells, the same control, the same that waits.
#pragma once

#include <vector>

#include "compiler/smt/encode_step.h"

namespace errata::checker {

// What waits may wait in another order.
compiler::Formula returns(const compiler::Model& model, compiler::FormulaPool& pool,
                          const std::vector<compiler::Formula>& first,
                          const std::vector<compiler::Formula>& last);

}  // namespace errata::checker
