#include "reports/cli/interruption.h"

namespace errata::reports {

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only write what needs no lock");

void ask(int) { interrupted = true; }

}  // namespace

Interruption::Interruption() {
    interrupted = false;
    struct sigaction once {};
    once.sa_handler = ask;
    once.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigemptyset(&once.sa_mask);
    sigaction(SIGINT, &once, &before_interrupt_);
    sigaction(SIGTERM, &once, &before_terminate_);
}

Interruption::~Interruption() {
    sigaction(SIGINT, &before_interrupt_, nullptr);
    sigaction(SIGTERM, &before_terminate_, nullptr);
}

const std::atomic<bool>& Interruption::flag() { return interrupted; }

}  // namespace errata::reports
