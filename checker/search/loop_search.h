// The symbolic searches for forced loops of one run, each made once: on any board at all, and the boards of a
// setup too open to list from which play comes into one of these. The boards join the sample on which
// explicit analyses go on (setup_search).
#pragma once

#include <map>
#include <mutex>

#include "checker/symbolic/loop_boards.h"

namespace errata::checker {

class Workbench;

class LoopSearch {
public:
    explicit LoopSearch(const Workbench& workbench) : workbench_(workbench) {}

    const LoopQueryReport& anywhere();

    const LoopBoards& boards(std::size_t setup);

private:
    LoopQueryOptions options() const;

    const Workbench& workbench_;
    std::once_flag searched_;
    LoopQueryReport anywhere_;
    std::mutex mutex_;                          // of `boards_`
    std::map<std::size_t, LoopBoards> boards_;  // by setup
};

}  // namespace errata::checker
