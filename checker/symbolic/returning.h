// That one state of a play is another one again (the same cells, the same control, the same that waits), and
// what goes on in the steps between.
#pragma once

#include <vector>

#include "compiler/smt/encode_step.h"

namespace errata::checker {

// What waits may wait in another order.
compiler::Formula returns(const compiler::Model& model, compiler::FormulaPool& pool,
                          const std::vector<compiler::Formula>& first,
                          const std::vector<compiler::Formula>& last);

// By sort of a loop (AnyBoardLoop): the items by point, then the state checks.
std::vector<compiler::Formula> what_goes_on(const compiler::ByItself& here);

}  // namespace errata::checker
