#include "checker/explicit/asked_readings.h"

#include <algorithm>

namespace errata::checker {

using compiler::ReadingSet;

ReadingSet asked_in_either(ReadingSet a, const ReadingSet& b) {
    a.resize(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < b.size(); ++i) a[i] = a[i] || b[i];
    return a;
}

bool is_any(const ReadingSet& set) { return std::ranges::find(set, true) != set.end(); }

bool share(const ReadingSet& a, const ReadingSet& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] && b[i]) return true;
    }
    return false;
}

std::uint32_t AskedReadings::number_of(const ReadingSet& set) {
    const auto [entry, is_new] = numbers_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) sets_.push_back(set);
    return entry->second;
}

void AskedReadings::add(StateId state, const ReadingSet& asked) {
    if (!is_any(asked)) return;
    if (by_state_.size() <= state.index) by_state_.resize(state.index + 1);
    std::uint32_t& number = by_state_[state.index];
    number = number_of(asked_in_either(asked, sets_[number]));
}

const ReadingSet& AskedReadings::in(StateId state) const {
    return sets_[state.index < by_state_.size() ? by_state_[state.index] : 0];
}

std::vector<ReadingSet> AskedReadings::from(const std::vector<StateId>& starts, const GameGraph& graph,
                                            const ReadingSet& wanted) const {
    std::vector<ReadingSet> result(starts.size(), ReadingSet(wanted.size()));
    for (std::size_t reading = 0; reading < wanted.size(); ++reading) {
        const StateSet asking = wanted[reading] ? where_asked(reading, graph.size()) : StateSet();
        if (!is_any(asking)) continue;
        const StateSet leading = can_reach(graph, asking);
        for (std::size_t i = 0; i < starts.size(); ++i) result[i][reading] = leading[starts[i].index];
    }
    return result;
}

StateSet AskedReadings::where_asked(std::size_t reading, std::size_t states) const {
    StateSet result(states);
    for (std::size_t state = 0; state < std::min(states, by_state_.size()); ++state) {
        const ReadingSet& asked = sets_[by_state_[state]];
        result[state] = reading < asked.size() && asked[reading];
    }
    return result;
}

}  // namespace errata::checker
