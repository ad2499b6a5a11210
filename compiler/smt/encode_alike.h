// When exchanging two objects of an interchangeable type leaves a state as it is: the encoding's own reading
// of what code.h calls alike. Only an AnyOrder asks.
#pragma once

#include <vector>

#include "compiler/ir/model.h"
#include "compiler/smt/formula.h"

namespace errata::compiler {

// `cells`: a whole state. The running frame's registers do not count: what they name is in sight, and the
// node lists it.
Formula are_alike(const Model& model, FormulaPool& pool, const std::vector<Formula>& cells, TypeId type,
                  Value a, Value b);

}  // namespace errata::compiler
