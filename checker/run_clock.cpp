#include "checker/run_clock.h"

#include <algorithm>

#include "checker/fact_kinds.h"

namespace errata::checker {

namespace {

// What is left when the time is up, in seconds: never 0, which would mean that there is no limit.
constexpr double least_time = 0.001;

}  // namespace

bool RunClock::is_over() const { return is_interrupted() || (seconds_ > 0 && seconds_left() <= least_time); }

double RunClock::seconds_left() const {
    if (is_interrupted()) return least_time;
    if (seconds_ <= 0) return 0;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    return std::max(least_time, seconds_ - spent.count());
}

Fact RunClock::what_stopped() const {
    return {is_interrupted() ? FactKind::Interrupted : FactKind::ClockStopped};
}

}  // namespace errata::checker
