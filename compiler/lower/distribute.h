// What asks about distributions: whether one is possible.
#pragma once

#include "compiler/lower/success.h"

namespace errata::compiler {

// Is there a way to divide all of it, where all of it has to be divided?
TermId distribution_possible(const Lowering& l, Ask what, const typed::Stmt& stmt, Scope& scope);

}  // namespace errata::compiler
