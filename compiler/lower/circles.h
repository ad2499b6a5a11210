// Whether something can happen is asked of what forbids it, and that must not ask back. Asked of every
// action, performed or not.
#pragma once

#include "compiler/lower/lowering.h"

namespace errata::compiler {

// Needs all abilities arranged.
void find_circles_of_what_can_happen(const Lowering& l);

}  // namespace errata::compiler
