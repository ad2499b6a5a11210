// What can run at all, by looking at the text of the model alone: starting from the turn's first point and
// the state checks, following labels, stops and triggers, and leaving out what stands under a condition that
// is constant. Needs no state, so what it excludes is excluded in every scope. What the model contains, live
// or not, is the table of effects (compiler/ir/effects).
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

struct LiveCode {
    std::vector<bool> clauses;  // some code, option, trigger or state check of it can run
    std::vector<bool> endings;  // some live code finishes with it
};

LiveCode find_live_code(const compiler::Model& model);

}  // namespace errata::checker
