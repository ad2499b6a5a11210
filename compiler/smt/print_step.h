// One transition as SMT-LIB text, for `errata dump --stage smt`: any well-formed state, the choice, the state
// after it. Comments say which constant stands for which cell before and after. For reading and for other
// solvers; no search uses it.
#pragma once

#include <optional>
#include <string>

#include "compiler/ir/model.h"

namespace errata::compiler {

// Nothing when the step cannot be encoded or printed.
std::optional<std::string> print_step(const Model& model);

}  // namespace errata::compiler
