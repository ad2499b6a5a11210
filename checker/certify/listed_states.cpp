#include "checker/certify/listed_states.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace errata::checker {

using namespace compiler;

ListedStates::ListedStates(ModelFacts& facts, StateList states, const Stop& stop)
    : sameness_(facts.get<Sameness>()), states_(std::move(states)) {
    for (std::uint32_t i = 0; i < size() && !is_over(stop); ++i)
        by_digest_.emplace_back(sameness_.digest(states_.at(i)), i);
    std::ranges::sort(by_digest_);
    index();
}

void ListedStates::index() {
    const auto leading_bits = std::max(1U, static_cast<unsigned>(std::bit_width(by_digest_.size())));
    trailing_bits_ = 64 - leading_bits;
    starts_.assign((std::size_t{1} << leading_bits) + 1, 0);
    for (const auto& entry : by_digest_) ++starts_[(entry.first >> trailing_bits_) + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
}

std::optional<std::uint32_t> ListedStates::find(const State& state) const {
    const std::uint64_t digest = sameness_.digest(state);
    const std::size_t bucket = digest >> trailing_bits_;
    for (std::size_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
        const auto& [other, number] = by_digest_[i];
        if (other == digest && sameness_.compare(state, states_.at(number), &gave_up_)) return number;
    }
    return std::nullopt;
}

std::vector<bool> ListedStates::where(const Passes& passes) const {
    std::vector<bool> result(size());
    for (std::size_t i = 0; i < size(); ++i) result[i] = passes(states_.at(i));
    return result;
}

std::vector<bool> ListedStates::anywhere(const std::vector<Passes>& conditions) const {
    std::vector<bool> holds(conditions.size());
    std::vector<std::size_t> sought(conditions.size());
    std::iota(sought.begin(), sought.end(), std::size_t{0});
    for (std::size_t i = 0; i < size() && !sought.empty(); ++i) {
        const State state = states_.at(i);
        std::erase_if(sought, [&](std::size_t condition) {
            if (!conditions[condition](state)) return false;
            holds[condition] = true;
            return true;
        });
    }
    return holds;
}

}  // namespace errata::checker
