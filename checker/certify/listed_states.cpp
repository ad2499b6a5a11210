#include "checker/certify/listed_states.h"

#include <algorithm>
#include <numeric>

namespace errata::checker {

using namespace compiler;

ListedStates::ListedStates(const Model& model, StateList states, const Stop& stop)
    : sameness_(model), states_(std::move(states)) {
    for (std::uint32_t i = 0; i < size() && !is_over(stop); ++i)
        by_digest_.emplace_back(sameness_.digest(states_.at(i)), i);
    std::ranges::sort(by_digest_);
}

std::optional<std::uint32_t> ListedStates::find(const State& state) const {
    const std::uint64_t digest = sameness_.digest(state);
    auto at = std::ranges::lower_bound(by_digest_, std::pair(digest, std::uint32_t{0}));
    for (; at != by_digest_.end() && at->first == digest; ++at) {
        if (sameness_.compare(state, states_.at(at->second))) return at->second;
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
