// Items that nothing tells from one that a finding names, and that were not laid out themselves.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::reports {

// "Tinker or Smith for Bellows", for each item of the clauses that stands for others.
std::vector<std::string> alike_items(const compiler::Model& model,
                                     const std::vector<compiler::ClauseId>& clauses);

}  // namespace errata::reports
