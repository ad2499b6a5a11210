// Results that are ready in any order and handed in by number: what is ready early waits, some of it at most,
// and whoever brings what is due hands in all that has become due. One thread hands in at a time; the others
// go on with their work.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace errata::checker {

template <class Result>
class InTurn {
public:
    InTurn(std::size_t most_waiting, std::function<void(Result)> hand_in)
        : most_waiting_(most_waiting), hand_in_(std::move(hand_in)) {}

    // One of several for this number. Where many wait already, only the number that is due may add to them.
    void add(std::size_t number, Result result) {
        {
            std::unique_lock lock(mutex_);
            std::deque<Result>& mine = waiting_[number].results;
            room_.wait(lock,
                       [&] { return waiting_results_ < most_waiting_ || (number == due_ && mine.empty()); });
            mine.push_back(std::move(result));
            ++waiting_results_;
        }
        hand_in_due();
    }

    // No more will come for this number.
    void close(std::size_t number) {
        {
            const std::lock_guard lock(mutex_);
            waiting_[number].is_closed = true;
        }
        hand_in_due();
    }

private:
    struct Waiting {
        std::deque<Result> results;
        bool is_closed = false;
    };

    void hand_in_due() {
        std::unique_lock lock(mutex_);
        if (is_handing_in_) return;
        is_handing_in_ = true;
        for (auto due = waiting_.find(due_); due != waiting_.end(); due = waiting_.find(due_)) {
            if (!due->second.results.empty()) {
                Result result = std::move(due->second.results.front());
                due->second.results.pop_front();
                lock.unlock();
                hand_in_(std::move(result));
                lock.lock();
                --waiting_results_;
            } else if (due->second.is_closed) {
                waiting_.erase(due);
                ++due_;
            } else {
                break;
            }
            room_.notify_all();
        }
        is_handing_in_ = false;
    }

    const std::size_t most_waiting_;
    const std::function<void(Result)> hand_in_;
    std::mutex mutex_;
    std::condition_variable room_;
    std::map<std::size_t, Waiting> waiting_;  // by number
    std::size_t waiting_results_ = 0;
    std::size_t due_ = 0;
    bool is_handing_in_ = false;
};

}  // namespace errata::checker
