// The time of a run: a limit in seconds, and whoever may interrupt it. Asked from several threads.
#pragma once

#include <atomic>
#include <chrono>

#include "checker/fact.h"

namespace errata::checker {

class RunClock {
public:
    // `seconds`: 0 without a limit. `interrupted`: true says that the time is up now; may be null.
    RunClock(double seconds, const std::atomic<bool>* interrupted)
        : seconds_(seconds), interrupted_(interrupted) {}

    bool is_over() const;
    double seconds_left() const;  // 0: no limit was set
    const std::atomic<bool>* interrupted() const { return interrupted_; }
    Fact what_stopped() const;

private:
    bool is_interrupted() const { return interrupted_ != nullptr && *interrupted_; }

    double seconds_;
    const std::atomic<bool>* interrupted_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace errata::checker
