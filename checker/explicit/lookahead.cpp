#include "checker/explicit/lookahead.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::checker {

namespace {

// Long enough that handing over costs little, short enough that narrow searches have some for all threads.
constexpr std::size_t stretch_length = 32;
constexpr std::size_t stretches_per_thread = 4;

}  // namespace

Lookahead::~Lookahead() {
    {
        const std::lock_guard lock(mutex_);
        quits_ = true;
    }
    more_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

Expanded Lookahead::take(StateId id) {
    if (stretches_.empty() && threads_ > 1) hand_over();
    if (stretches_.empty()) {
        ERRATA_CHECK(handed_over_ == id.index);
        ++handed_over_;
        Expanded result{states_[id], {}, {}};
        result.expansion = successors_.expand(result.state, result.asked);
        return result;
    }
    Stretch& first = *stretches_.front();
    await(first);
    Expanded result = std::move(first.states[taken_]);
    if (++taken_ < first.states.size()) return result;
    taken_ = 0;
    {
        const std::lock_guard lock(mutex_);
        stretches_.pop_front();
    }
    hand_over();
    return result;
}

// The states are unpacked here: the store of states moves while the search goes on.
void Lookahead::hand_over() {
    while (stretches_.size() < threads_ * stretches_per_thread &&
           handed_over_ + stretch_length <= states_.size()) {
        auto stretch = std::make_unique<Stretch>();
        for (std::size_t i = 0; i < stretch_length; ++i)
            stretch->states.push_back({states_[StateId(handed_over_++)], {}, {}});
        const std::lock_guard lock(mutex_);
        stretches_.push_back(std::move(stretch));
        more_.notify_one();
    }
    while (!stretches_.empty() && helpers_.size() + 1 < threads_) helpers_.emplace_back([this] { work(); });
}

Lookahead::Stretch* Lookahead::next_to_expand() {
    const auto waits = [](const auto& stretch) { return !stretch->begun; };
    const auto found = std::ranges::find_if(stretches_, waits);
    return found == stretches_.end() ? nullptr : found->get();
}

void Lookahead::expand_next(std::unique_lock<std::mutex>& lock, Stretch& stretch) {
    stretch.begun = true;
    lock.unlock();
    for (Expanded& one : stretch.states) one.expansion = successors_.expand(one.state, one.asked);
    lock.lock();
    stretch.done = true;
    done_.notify_all();
}

// Whoever waits for a stretch works meanwhile.
void Lookahead::await(const Stretch& stretch) {
    std::unique_lock lock(mutex_);
    while (!stretch.done) {
        if (Stretch* next = next_to_expand()) {
            expand_next(lock, *next);
        } else {
            done_.wait(lock);
        }
    }
}

void Lookahead::work() {
    std::unique_lock lock(mutex_);
    while (!quits_) {
        if (Stretch* next = next_to_expand()) {
            expand_next(lock, *next);
        } else {
            more_.wait(lock);
        }
    }
}

}  // namespace errata::checker
