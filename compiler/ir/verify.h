// Is this value a Model at all? Checks what term_kinds.def, code.h and model.h demand of whoever makes one,
// and says in a sentence each what is wrong. A user's mistake never gets this far, so a problem is a bug of
// the stage that made the model; callers CHECK that the list is empty.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

std::vector<std::string> verify(const Model& model);

}  // namespace errata::compiler
