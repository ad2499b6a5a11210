// The states that a search says are all there are, as the second look goes over them: by number, and by what
// is the same in them (sameness.h). Most of what play comes to is one of them as it stands. Only the rest is
// looked for by what is the same.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "checker/certify/sameness.h"
#include "checker/stop.h"

namespace errata::checker {

struct StateList {
    std::size_t size = 0;
    std::function<compiler::State(std::size_t)> at;  // from several threads
};

// Numbers of states, by a digest of them.
class DigestIndex {
public:
    void add(std::uint64_t digest, std::uint32_t number) { entries_.emplace_back(digest, number); }
    // Once, behind all.
    void finish();
    // The first number with this digest that is the one.
    template <class IsIt>
    std::optional<std::uint32_t> find(std::uint64_t digest, IsIt&& is_it) const {
        const std::size_t bucket = digest >> trailing_bits_;
        for (std::size_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
            if (entries_[i].first == digest && is_it(entries_[i].second)) return entries_[i].second;
        }
        return std::nullopt;
    }

private:
    std::vector<std::pair<std::uint64_t, std::uint32_t>> entries_;  // sorted
    // By the leading bits of a digest: where digests with these begin. About as many as there are states, so
    // that one is found without going through the whole list.
    std::vector<std::uint32_t> starts_;
    unsigned trailing_bits_ = 0;
};

class ListedStates {
public:
    // Stopped early, it knows some of the states only.
    ListedStates(compiler::ModelFacts& facts, StateList states, Stop stop);

    std::size_t size() const { return states_.size; }
    compiler::State operator[](std::size_t number) const { return states_.at(number); }
    // The number of one that is the same.
    std::optional<std::uint32_t> find(const compiler::State& state) const;
    // Two states could not be compared.
    bool gave_up() const { return gave_up_; }

    using Passes = std::function<bool(const compiler::State&)>;
    std::vector<bool> where(const Passes& passes) const;
    // Which of several conditions hold in some state; the states are gone over once.
    std::vector<bool> anywhere(const std::vector<Passes>& conditions) const;

private:
    template <class Digest>
    DigestIndex index(Digest&& digest) const;

    const Sameness& sameness_;
    mutable std::atomic<bool> gave_up_{false};
    StateList states_;
    Stop stop_;
    DigestIndex as_they_stand_;
    // Made where some state is none of these as it stands.
    mutable std::once_flag is_made_;
    mutable DigestIndex by_what_is_the_same_;
};

}  // namespace errata::checker
