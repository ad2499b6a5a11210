// Finds out up to which binder the parts of guards look (compiler/ir/guard_binders.h).
#pragma once

#include "compiler/ir/guard_binders.h"
#include "compiler/ir/model.h"

namespace errata::compiler {

GuardBinders guard_binders(const Model& model);

}  // namespace errata::compiler
