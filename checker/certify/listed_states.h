// The states that a search says are all there are, as the second look goes over them: by number, and by what
// is the same in them (sameness.h).
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "checker/certify/sameness.h"
#include "checker/stop.h"

namespace errata::checker {

struct StateList {
    std::size_t size = 0;
    std::function<compiler::State(std::size_t)> at;  // from several threads
};

class ListedStates {
public:
    // Stopped early, it knows some of the states only.
    ListedStates(compiler::ModelFacts& facts, StateList states, const Stop& stop);

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
    void index();

    const Sameness& sameness_;
    mutable std::atomic<bool> gave_up_{false};
    StateList states_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_digest_;  // sorted
    // By the leading bits of a digest: where digests with these begin. About as many as there are states, so
    // that one is found without going through the whole list.
    std::vector<std::uint32_t> starts_;
    unsigned trailing_bits_ = 0;
};

}  // namespace errata::checker
