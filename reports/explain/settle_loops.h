// What settles a repetition, a wait or a lock (settle.h), in the words of this game.
#pragma once

#include <string>

#include "checker/verdict.h"
#include "dsl/source/source_file.h"

namespace errata::reports {

// Of a finding of the `loop` family.
std::string settle_loop(const compiler::Model& model, const dsl::SourceSet& sources,
                        const checker::Finding& finding);

}  // namespace errata::reports
