#include "checker/explicit/asked_readings.h"

#include <algorithm>

namespace errata::checker {

using compiler::ReadingSet;

namespace {

constexpr std::size_t bits = 64;

bool is_any(const ReadingSet& set) { return std::ranges::find(set, true) != set.end(); }

ReadingSet joined(ReadingSet a, const ReadingSet& b) {
    a.resize(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < b.size(); ++i) a[i] = a[i] || b[i];
    return a;
}

// A set of readings for each state, in one piece of memory.
class Masks {
public:
    Masks(std::size_t states, std::size_t readings)
        : words_((readings + bits - 1) / bits), mask_(states * words_) {}

    void set(std::size_t state, std::size_t reading) {
        mask_[state * words_ + reading / bits] |= std::uint64_t{1} << (reading % bits);
    }
    bool has(std::size_t state, std::size_t reading) const {
        return ((mask_[state * words_ + reading / bits] >> (reading % bits)) & 1) != 0;
    }
    // What the other state has, too; true if that is more.
    bool take(std::size_t state, std::size_t from) {
        bool more = false;
        for (std::size_t i = 0; i < words_; ++i) {
            std::uint64_t& mine = mask_[state * words_ + i];
            const std::uint64_t both = mine | mask_[from * words_ + i];
            more = more || both != mine;
            mine = both;
        }
        return more;
    }

private:
    std::size_t words_;
    std::vector<std::uint64_t> mask_;
};

}  // namespace

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
    number = number_of(joined(asked, sets_[number]));
}

const ReadingSet& AskedReadings::in(StateId state) const {
    return sets_[state.index < by_state_.size() ? by_state_[state.index] : 0];
}

// States come before most of those that they lead to: going over them backwards, few rounds come to the end.
std::vector<ReadingSet> AskedReadings::from(const std::vector<StateId>& starts, const GameGraph& graph,
                                            const ReadingSet& wanted) const {
    const std::size_t states = graph.size();
    Masks masks(states, wanted.size());
    bool changes = false;
    for (std::size_t state = 0; state < std::min(states, by_state_.size()); ++state) {
        const ReadingSet& asked = sets_[by_state_[state]];
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (!asked[i] || !wanted[i]) continue;
            masks.set(state, i);
            changes = true;
        }
    }
    while (changes) {
        changes = false;
        for (std::size_t state = states; state-- > 0;) {
            for (const std::uint32_t next : graph.successors(static_cast<std::uint32_t>(state)))
                changes = masks.take(state, next) || changes;
        }
    }
    std::vector<ReadingSet> result;
    result.reserve(starts.size());
    for (const StateId start : starts) {
        ReadingSet& asked = result.emplace_back(wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) asked[i] = masks.has(start.index, i);
    }
    return result;
}

}  // namespace errata::checker
