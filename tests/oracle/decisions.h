// Every way in which something indivisible can go. What has to be decided on the way is asked of `pick`;
// `run` repeats the whole until each combination of answers has been given once.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace errata::oracle {

class Decisions {
public:
    std::size_t pick(std::size_t count) {
        if (count <= 1) {
            return 0;
        }
        if (at_ == script_.size()) {
            script_.emplace_back(0, count);
        }
        return script_[at_++].first;
    }

    // Which of several things comes next.
    std::size_t pick_next(std::size_t count) {
        ordered_ = ordered_ || count > 1;
        return pick(count);
    }
    // Has something its turn now, in vain?
    bool pass_over() {
        unclear_ = true;
        return pick_next(2) == 1;
    }
    bool unclear() const { return unclear_; }
    bool ordered() const { return ordered_; }

    template <typename Run>
    void each(Run run) {
        do {
            at_ = 0;
            ordered_ = false;
            unclear_ = false;
            run();
        } while (next());
    }

private:
    bool next() {
        while (!script_.empty() && ++script_.back().first == script_.back().second) {
            script_.pop_back();
        }
        return !script_.empty();
    }

    std::vector<std::pair<std::size_t, std::size_t>> script_;
    std::size_t at_ = 0;
    bool ordered_ = false;  // an order was decided this time
    bool unclear_ = false;  // and of a loop that stops on its way
};

}  // namespace errata::oracle
