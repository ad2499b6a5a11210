#include "checker/search/workbench.h"

namespace errata::checker {

using namespace compiler;

namespace {

SymbolicSearch::Limits symbolic_limits(const Workbench& workbench) {
    SymbolicSearch::Limits limits;
    limits.declared_depth = declared_depth(workbench);
    limits.solver_units = static_cast<unsigned>(workbench.limits().budget.solver_units);
    limits.interrupted = workbench.limits().interrupted;
    limits.seconds_left = [&workbench] { return workbench.clock().seconds_left(); };
    limits.progress = [&workbench](const std::string& what, std::size_t depth) {
        if (workbench.limits().progress) workbench.limits().progress(what, 0, depth);
    };
    return limits;
}

}  // namespace

std::size_t declared_depth(const Workbench& workbench) {
    return workbench.limits().depth > 0 ? workbench.limits().depth : workbench.model().scope.depth;
}

EncoderOptions encoder_options(const Workbench& workbench) {
    EncoderOptions options;
    options.stop = [&workbench] { return workbench.clock().is_over(); };
    return within({static_cast<unsigned>(workbench.limits().budget.solver_units), 0}, options);
}

void RunStatistics::count(const Statistics& more) {
    const std::lock_guard lock(mutex_);
    for (const auto& [statistic, amount] : more) {
        double& all = stats_[statistic];
        all = joined(statistic, all, amount);
    }
}

Statistics RunStatistics::so_far() const {
    const std::lock_guard lock(mutex_);
    return stats_;
}

Workbench::Workbench(const Evaluator& evaluator, Limits limits)
    : evaluator_(evaluator),
      claims_(model()),
      limits_(std::move(limits)),
      clock_(limits_.budget.seconds, limits_.interrupted),
      symbolic_(evaluator_, symbolic_limits(*this)) {
    for (std::size_t i = 0; i < model().setups.size(); ++i)
        searches_.push_back(std::make_unique<SetupSearch>(*this, i));
}

Statistics Workbench::stats() const {
    Statistics result = symbolic_.stats();
    const Statistics counted = stats_.so_far();
    result.insert(counted.begin(), counted.end());
    return result;
}

}  // namespace errata::checker
