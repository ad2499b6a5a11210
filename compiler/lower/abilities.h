// The abilities that act by themselves: agenda items of triggers and plays, windows, state checks, endings.
#pragma once

#include "compiler/lower/lowering.h"

namespace errata::compiler {

void lower_abilities(const Lowering& l);

}  // namespace errata::compiler
