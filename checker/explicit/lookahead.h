// Expands states ahead of a search, on several threads: states that are numbered and not yet expanded wait
// anyway, and what a state leads to depends on nothing else. The search takes the expansions in the order of
// the numbers, so nothing it finds depends on the number of threads, nor on how far they came.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "checker/explicit/stored_states.h"
#include "checker/explicit/successors.h"

namespace errata::checker {

struct Expanded {
    compiler::State state;
    compiler::Expansion expansion;
    compiler::ReadingSet asked;
};

class Lookahead {
public:
    Lookahead(const Successors& successors, const StoredStates& states, std::size_t threads)
        : successors_(successors), states_(states), threads_(threads) {}
    ~Lookahead();

    // Of each state once, in the order of their numbers.
    Expanded take(StateId id);

private:
    // States one after the other, expanded by one thread. Only that thread looks at it while `begun` and not
    // `done`.
    struct Stretch {
        std::vector<Expanded> states;
        bool begun = false;
        bool done = false;
    };

    void hand_over();
    void expand_next(std::unique_lock<std::mutex>& lock, Stretch& stretch);
    Stretch* next_to_expand();
    void await(const Stretch& stretch);
    void work();

    const Successors& successors_;
    const StoredStates& states_;
    const std::size_t threads_;
    std::size_t handed_over_ = 0;  // states
    std::size_t taken_ = 0;        // of the first stretch
    std::deque<std::unique_ptr<Stretch>> stretches_;
    std::mutex mutex_;  // of the stretches' marks and of their list
    std::condition_variable more_;
    std::condition_variable done_;
    bool quits_ = false;
    std::vector<std::thread> helpers_;
};

}  // namespace errata::checker
