#include "checker/search/reach.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Searched to the end before readings that were asked are opened: most games are smaller.
constexpr std::size_t closed_states = 30'000;

SearchLimits while_covered(const SearchLimits& limits, const Reach& reach) {
    SearchLimits result = limits;
    result.progress = [&limits, &reach](const SearchProgress& progress) {
        if (progress.states > closed_states && reach.asks_more()) return false;
        return !limits.progress || limits.progress(progress);
    };
    return result;
}

}  // namespace

Reach::Reach(const Evaluator& evaluator, const std::vector<InitialState>& initial, const SearchLimits& limits,
             const Reductions& reductions, std::optional<OpenedReadings> opened)
    : opened_(std::move(opened)),
      successors_(evaluator),
      recording_(evaluator.model()),
      exploration_(evaluator.model(), successors_, reductions),
      initial_states_(initial.size()),
      stop_(limits.stop) {
    exploration_.run(initial, while_covered(limits, *this), &recording_);
    arena_ = make_arena(exploration_, recording_);
}

}  // namespace errata::checker
