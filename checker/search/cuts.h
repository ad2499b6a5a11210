// Where searches were cut off for want of room: which bounds of the scope they ran into, and what else it
// was.
#pragma once

#include <vector>

#include "checker/explicit/breadth_first.h"
#include "checker/fact.h"
#include "compiler/ir/model.h"

namespace errata::checker {

// Nothing was cut off: none.
Facts cuts(const compiler::Model& model, const std::vector<const Exploration*>& searches);

// The same in short, and what would raise it.
Facts cuts_limit(const compiler::Model& model, const std::vector<const Exploration*>& searches);

}  // namespace errata::checker
