#include "compiler/smt/feedback.h"

#include <algorithm>

namespace errata::compiler {

namespace {

class Peeling {
public:
    Peeling(const std::vector<std::vector<std::size_t>>& depends_on, const std::vector<double>& sizes)
        : depends_on_(depends_on),
          sizes_(sizes),
          needed_by_(depends_on.size()),
          done_(depends_on.size()),
          open_(depends_on.size()) {
        for (std::size_t node = 0; node < depends_on_.size(); ++node) {
            open_[node] = depends_on_[node].size();
            for (const std::size_t other : depends_on_[node]) needed_by_[other].push_back(node);
        }
    }

    Feedback run() {
        for (std::size_t node = 0; node < done_.size(); ++node) {
            if (open_[node] == 0) settle(node, result_.order);
        }
        while (true) {
            follow();
            const std::size_t next = worst();
            if (next == done_.size()) return std::move(result_);
            settle(next, result_.guessed);
        }
    }

private:
    void settle(std::size_t node, std::vector<std::size_t>& list) {
        done_[node] = true;
        list.push_back(node);
        fresh_.push_back(node);
    }

    // Whatever now depends on nothing open is in order.
    void follow() {
        while (!fresh_.empty()) {
            const std::size_t node = fresh_.back();
            fresh_.pop_back();
            for (const std::size_t other : needed_by_[node]) {
                if (--open_[other] == 0 && !done_[other]) settle(other, result_.order);
            }
        }
    }

    bool is_on_circle(std::size_t start) const {
        std::vector<bool> seen(done_.size());
        std::vector<std::size_t> stack = {start};
        while (!stack.empty()) {
            const std::size_t node = stack.back();
            stack.pop_back();
            for (const std::size_t other : depends_on_[node]) {
                if (other == start) return true;
                if (done_[other] || seen[other]) continue;
                seen[other] = true;
                stack.push_back(other);
            }
        }
        return false;
    }

    // The node on a circle that the most ways go through, for its size.
    std::size_t worst() const {
        std::vector<std::pair<double, std::size_t>> worth;
        for (std::size_t node = 0; node < done_.size(); ++node) {
            if (done_[node]) continue;
            double needed = 0;
            for (const std::size_t other : needed_by_[node]) needed += done_[other] ? 0 : 1;
            worth.emplace_back(-needed * static_cast<double>(open_[node]) / sizes_[node], node);
        }
        std::sort(worth.begin(), worth.end());
        for (const auto& [value, node] : worth) {
            if (is_on_circle(node)) return node;
        }
        return done_.size();
    }

    const std::vector<std::vector<std::size_t>>& depends_on_;
    const std::vector<double>& sizes_;
    std::vector<std::vector<std::size_t>> needed_by_;
    std::vector<bool> done_;
    std::vector<std::size_t> open_;  // dependencies not done
    std::vector<std::size_t> fresh_;
    Feedback result_;
};

}  // namespace

Feedback feedback(const std::vector<std::vector<std::size_t>>& depends_on, const std::vector<double>& sizes) {
    return Peeling(depends_on, sizes).run();
}

}  // namespace errata::compiler
