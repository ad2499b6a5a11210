// Warnings about rows that an `omit` leaves out and that are accounted for elsewhere as well. An `omit` means
// nothing else to the compiler: it is for whoever counts rows.
#pragma once

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

void lint_omissions(World& world, const Modules& modules);

}  // namespace errata::compiler
