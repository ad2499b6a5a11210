// What settles a finding, as its page says (help.h), in the words of this game: without what settles others
// of its code, and without what this game has not. Nothing of it was tried: checker/advice does that.
#pragma once

#include <string>

#include "checker/verdict.h"
#include "dsl/source/source_file.h"

namespace errata::reports {

// A sentence to stand behind "Settle it: "; empty: nothing is known.
std::string settle_sentence(const compiler::Model& model, const dsl::SourceSet& sources,
                            const checker::Finding& finding);

}  // namespace errata::reports
