#include "checker/search/loop_search.h"

#include <algorithm>

#include "checker/search/workbench.h"
#include "checker/symbolic/loop_boards.h"

namespace errata::checker {

using namespace compiler;

// Z3 resource units per check: a query about every board is worth some seconds, not the whole budget of the
// run.
static constexpr unsigned solver_units = 4'000'000;

const LoopQueryReport& LoopSearch::anywhere() {
    std::call_once(searched_, [&] { anywhere_ = find_forced_loops(workbench_.model(), options()); });
    return anywhere_;
}

std::vector<State> LoopSearch::boards(std::size_t setup) {
    if (!is_announced_ || workbench_.clock().is_over()) return {};
    const Model& model = workbench_.model();
    return boards_into_loops(model, model.setups[setup], anywhere().loops, depth(), options());
}

std::size_t LoopSearch::depth() const {
    const std::size_t declared = declared_depth(workbench_);
    return declared > 0 ? declared : default_search_depth;
}

LoopQueryOptions LoopSearch::options() const {
    LoopQueryOptions options;
    const auto units = static_cast<unsigned>(workbench_.limits().budget.solver_units);
    options.resources = units > 0 ? std::min(solver_units, units) : solver_units;
    options.seconds_left = [this] { return workbench_.clock().seconds_left(); };
    options.interrupted = workbench_.limits().interrupted;
    options.encoder = encoder_options(workbench_);
    return options;
}

}  // namespace errata::checker
