// From Names to Program: every item typed once, used or not.
#pragma once

#include "compiler/resolve/options.h"
#include "compiler/resolve/reporter.h"
#include "compiler/typed/program.h"

namespace errata::compiler::typed {

// `names` and the modules must outlive the program. Setups, scenarios and claims: those of the search, or the
// one scenario that the options name.
Program type_program(const Names& names, const Modules& modules, const CompileOptions& options,
                     const Reporter& reporter);

}  // namespace errata::compiler::typed
