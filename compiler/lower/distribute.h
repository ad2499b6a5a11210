// What asks about distributions: whether one can be a part of what is paid.
#pragma once

#include "compiler/lower/place.h"

namespace errata::compiler {

// As a part of a cost: is there a way to divide all of it?
TermId distribution_payable(const Lowering& l, const typed::Stmt& stmt, Scope& scope);

}  // namespace errata::compiler
