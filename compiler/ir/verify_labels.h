// The part of `verify` that follows code from label to label: turn and agenda items do not wander into each
// other's points, and no chain of Gotos comes back without a stop. Looks at code that `CodeVerifier` found
// sound.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

void verify_gotos(const Model& model, std::vector<std::string>& problems);
// What code started at points of the turn (control) and of agenda items may do.
void verify_frames(const Model& model, std::vector<std::string>& problems);

}  // namespace errata::compiler
