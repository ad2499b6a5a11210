#include "checker/search/loop_search.h"

#include <algorithm>

#include "checker/search/workbench.h"

namespace errata::checker {

using namespace compiler;

// Z3 resource units per check: a query about every board is worth some seconds, not the whole budget of the
// run.
static constexpr unsigned solver_units = 4'000'000;

const LoopQueryReport& LoopSearch::anywhere() {
    std::call_once(searched_, [&] { anywhere_ = find_forced_loops(workbench_.model(), options()); });
    return anywhere_;
}

const LoopBoards& LoopSearch::boards(std::size_t setup) {
    const std::lock_guard lock(mutex_);
    const auto [known, is_new] = boards_.try_emplace(setup);
    if (is_new) {
        const std::size_t declared = declared_depth(workbench_);
        const Model& model = workbench_.model();
        known->second = boards_into_loops(model, model.setups[setup], anywhere().loops,
                                          declared > 0 ? declared : default_search_depth, options());
    }
    return known->second;
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
