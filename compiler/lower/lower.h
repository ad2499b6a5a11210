// From the typed tree and the read texts to a Model: abilities arranged by what they concern, systems of
// equations, code, the layout of states, positions and claims. What is found wrong here is a limit that was
// passed, or shows only when everything is written out.
#pragma once

#include "compiler/read/lines.h"
#include "compiler/resolve/options.h"

namespace errata::compiler {

// Nothing after an error, which is reported. The modules of the program are looked at for their order.
std::optional<Model> lower(const typed::Program& program, const typed::Phrases& phrases,
                           const ReadTexts& texts, const Modules& modules, const CompileOptions& options,
                           const Reporter& reporter);

}  // namespace errata::compiler
