#include "checker/search/reach.h"

#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Notices, as the search goes on, that a state asks what is closed for the play that led there.
class WatchedSearch {
public:
    WatchedSearch(const Exploration& exploration, const OpenedReadings& opened)
        : exploration_(exploration), opened_(opened) {}

    bool asks_more(std::size_t expanded) {
        const Beginnings& plays = exploration_.beginnings();
        for (; looked_at_ < expanded && !asks_more_; ++looked_at_) {
            const StateId state(looked_at_);
            asks_more_ = share(plays.asked.in(state), opened_.closed_from(plays.origins[looked_at_]));
        }
        return asks_more_;
    }

private:
    const Exploration& exploration_;
    const OpenedReadings& opened_;
    std::size_t looked_at_ = 0;
    bool asks_more_ = false;
};

}  // namespace

Reach::Reach(const Evaluator& evaluator, const std::vector<InitialState>& initial, const SearchLimits& limits,
             const Reductions& reductions)
    : successors_(evaluator),
      recording_(evaluator.model()),
      exploration_(evaluator.facts(), successors_, reductions),
      stop_(limits.stop) {
    exploration_.run(initial, limits, &recording_);
}

Reach::Reach(const Evaluator& evaluator, OpenedReadings opened, std::size_t setup, const SearchLimits& limits,
             const Reductions& reductions, std::size_t patience)
    : opened_(std::move(opened)),
      successors_(evaluator),
      recording_(evaluator.model()),
      exploration_(evaluator.facts(), successors_, reductions),
      stop_(limits.stop) {
    SearchLimits watched = limits;
    WatchedSearch search(exploration_, *opened_);
    const bool has_closed = is_any(opened_->kept_first());
    watched.progress = [&](const SearchProgress& progress) {
        if (has_closed && progress.states > patience && search.asks_more(progress.expanded)) return false;
        return !limits.progress || limits.progress(progress);
    };
    const auto in_setup = [&](const State& state) { return InitialState{state, setup}; };
    exploration_.run(dsl::mapped(opened_->initial(), in_setup), watched, &recording_);
}

ReadingSet Reach::closed_at(StateId state) const {
    if (!opened_ || !has_readings(model())) return {};
    return opened_->closed_from(exploration_.beginnings().origins[state.index]);
}

std::vector<ReadingSet> asked_by_plays(const Reach& reach, const AskedReadings& in_states) {
    const Exploration& exploration = reach.exploration();
    return in_states.from(exploration.beginnings().initial, exploration.graph(),
                          reach.opened()->kept_first());
}

bool asks_more(const Reach& reach) {
    return reach.opened() &&
           !reach.opened()->cover(asked_by_plays(reach, reach.exploration().beginnings().asked));
}

}  // namespace errata::checker
