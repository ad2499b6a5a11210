// Evidence: a play from a declared setup, as states and moves; for a loop also where it closes. Plain data. A
// trace that was not produced by `certify/replay` proves nothing: whatever finds one hands it to replay, and
// only replayed traces are reported.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct Trace {
    std::size_t setup = 0;  // index in Model::setups
    compiler::State initial;
    // steps[i].next is the state after step i; the last may be an error
    std::vector<compiler::Successor> steps;
    // the state after `loop_start` steps is the same as after the last one
    std::optional<std::size_t> loop_start;
};

}  // namespace errata::checker
