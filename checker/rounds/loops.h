// Loops of a searched game, by stage: cycles that nobody, only chance, or only the players' own choice leads
// out of. Shared by the loops analysis and by claims that forbid infinite play (endless_play.h).
#pragma once

#include <string>
#include <vector>

#include "checker/search/task.h"

namespace errata::checker {

// Nodes that lie in a loop reported already, by this stage or a finer one. May be shorter than the arena. A
// loop hides those that are easier to leave, not those that are harder.
struct ReportedNodes {
    StateSet forced;  // in one that nobody can leave
    StateSet chance;  // or only chance can
    StateSet any;
};

struct LoopsOfStage {
    std::vector<Finding> findings;  // one per force and set of clauses, with the shortest play
    StateSet inevitable;            // by node: states from which only these loops are left
};

LoopsOfStage loops_of(const Reach& reach, LoopStage stage, ReportedNodes& reported);

}  // namespace errata::checker
