// While it lives, the first SIGINT or SIGTERM asks the work to end with what is known so far; the second ends
// the program as signals do.
#pragma once

#include <atomic>
#include <csignal>

namespace errata::reports {

class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    static const std::atomic<bool>& flag();

private:
    struct sigaction before_interrupt_ {};
    struct sigaction before_terminate_ {};
};

}  // namespace errata::reports
