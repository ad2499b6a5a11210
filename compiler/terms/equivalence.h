// When two conditions are the same for every state there can be, as far as `and`, `or`, `not` and `implies`
// tell: a signature that equal conditions share. Terms with equal signatures have the same value, are
// undefined in the same states and ask the same open predicates; terms with different ones may still mean the
// same.
#pragma once

#include <string>

#include "compiler/ir/model.h"

namespace errata::compiler {

std::string signature(const Model& model, TermId term);

}  // namespace errata::compiler
