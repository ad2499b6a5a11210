// The positions that a setup allows, for a player to begin from. A setup with more than can be listed gives
// some of them.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::reports {

struct Starts {
    std::vector<compiler::State> states;
    bool all = true;
};

Starts starts_of(const compiler::Evaluator& evaluator, const compiler::Setup& setup);

}  // namespace errata::reports
