// Warnings about rows that an `omit` leaves out and that are accounted for elsewhere as well. An `omit` means
// nothing else to the compiler: it is for whoever counts rows.
#pragma once

#include "compiler/resolve/names.h"
#include "compiler/resolve/reporter.h"

namespace errata::compiler {

void lint_omissions(const Modules& modules, const Reporter& reporter);

}  // namespace errata::compiler
