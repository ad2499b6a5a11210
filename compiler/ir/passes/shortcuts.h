// Makes a finished model's shortcuts (compiler/ir/shortcuts.h).
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

Shortcuts shortcuts(const Model& model);

}  // namespace errata::compiler
