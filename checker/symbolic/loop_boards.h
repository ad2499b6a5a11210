// Boards of a setup from which play comes into a forced loop: of loops that are there on some board
// (loop_query), whether play comes to one of their sort. For setups too open to list; which loop it is, and
// who could have kept out of it, is for whoever plays from there to find.
#pragma once

#include <vector>

#include "checker/symbolic/loop_query.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// First states, at most one for each loop, in the order of the loops, each once. `depth`: steps of a play,
// the round included. What is not found may be there all the same.
std::vector<compiler::State> boards_into_loops(const compiler::Model& model, const compiler::Setup& setup,
                                               const std::vector<AnyBoardLoop>& loops, std::size_t depth,
                                               const LoopQueryOptions& options);

}  // namespace errata::checker
