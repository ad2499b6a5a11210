#include "checker/certify/listed_states.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <string_view>

namespace errata::checker {

using namespace compiler;

static std::uint64_t digest_as_it_stands(const State& state) {
    const std::string_view bytes(reinterpret_cast<const char*>(state.data()), state.size() * sizeof(Value));
    return std::hash<std::string_view>()(bytes);
}

void DigestIndex::finish() {
    std::ranges::sort(entries_);
    const auto leading_bits = std::max(1U, static_cast<unsigned>(std::bit_width(entries_.size())));
    trailing_bits_ = 64 - leading_bits;
    starts_.assign((std::size_t{1} << leading_bits) + 1, 0);
    for (const auto& entry : entries_) ++starts_[(entry.first >> trailing_bits_) + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
}

ListedStates::ListedStates(ModelFacts& facts, StateList states, Stop stop)
    : sameness_(facts.get<Sameness>()),
      states_(std::move(states)),
      stop_(std::move(stop)),
      as_they_stand_(index(digest_as_it_stands)) {}

template <class Digest>
DigestIndex ListedStates::index(Digest&& digest) const {
    DigestIndex result;
    for (std::uint32_t i = 0; i < size() && !is_over(stop_); ++i) result.add(digest(states_.at(i)), i);
    result.finish();
    return result;
}

std::optional<std::uint32_t> ListedStates::find(const State& state) const {
    const auto is_it = [&](std::uint32_t number) { return states_.at(number) == state; };
    if (const auto number = as_they_stand_.find(digest_as_it_stands(state), is_it)) return number;
    const auto digest = [&](const State& one) { return sameness_.digest(one); };
    std::call_once(is_made_, [&] { by_what_is_the_same_ = index(digest); });
    return by_what_is_the_same_.find(digest(state), [&](std::uint32_t number) {
        return sameness_.compare(state, states_.at(number), &gave_up_).has_value();
    });
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
