// Inductive systems grow from nothing: their definitions must not fall while their unknowns rise. Asked by
// lower/equations, which says it to the author, and by `verify`.
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

// Cautious: false where the terms do not show it.
bool never_falls(const Model& model, EquationsId system, TermId term);

}  // namespace errata::compiler
