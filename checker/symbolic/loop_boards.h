// Boards of a setup from which play comes into a forced loop: of loops that are there on some board
// (loop_query), whether play comes to one of their sort. For setups too open to list; which loop it is, and
// who could have kept out of it, is for whoever plays from there to find.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "checker/symbolic/loop_query.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct LoopBoards {
    // Of each loop the first state of a play into one of its sort, as short as possible; nothing: none was
    // found, and it may be there all the same.
    std::vector<std::optional<compiler::State>> by_loop;
    std::size_t depth = 0;    // plays of up to so many steps were looked at, the round included
    bool is_cut_off = false;  // not as far as asked: the solver gave up, or there was no time
};

// `depth`: steps of a play at most.
LoopBoards boards_into_loops(const compiler::Model& model, const compiler::Setup& setup,
                             const std::vector<AnyBoardLoop>& loops, std::size_t depth,
                             const LoopQueryOptions& options);

}  // namespace errata::checker
