// The symbolic searches for forced loops of one run, each made once: on any board at all, and the boards of a
// setup too open to list from which play comes into one of these. The boards join the sample on which
// explicit analyses go on (setup_search).
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "checker/symbolic/loop_query.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

class Workbench;

class LoopSearch {
public:
    explicit LoopSearch(const Workbench& workbench) : workbench_(workbench) {}

    // Loops will be asked about; before anybody asks for boards.
    void announce() { is_announced_ = true; }

    const LoopQueryReport& anywhere();

    // None where nobody asks about loops.
    std::vector<compiler::State> boards(std::size_t setup);

    // Steps of the plays that boards are looked for by.
    std::size_t depth() const;

private:
    LoopQueryOptions options() const;

    const Workbench& workbench_;
    std::atomic<bool> is_announced_ = false;
    std::once_flag searched_;
    LoopQueryReport anywhere_;
};

}  // namespace errata::checker
