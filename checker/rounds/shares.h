// Bounds that hold for each set of printed items that a screen lays out, so that none takes from another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "checker/explicit/breadth_first.h"

namespace errata::checker {

// By state: the set that its play began with, by number. Without a screen there is one.
std::vector<std::uint32_t> sets_laid_out(const compiler::Model& model, const Exploration& exploration);

// How much of something each set has had. `sets` must outlive it.
class Shares {
public:
    explicit Shares(const std::vector<std::uint32_t>& sets) : sets_(sets) {}
    // False: the state's set has had as much as it may.
    bool take(std::uint32_t state, std::size_t most) {
        if (sets_[state] >= taken_.size()) taken_.resize(sets_[state] + 1);
        return taken_[sets_[state]]++ < most;
    }

private:
    const std::vector<std::uint32_t>& sets_;
    std::vector<std::size_t> taken_;
};

}  // namespace errata::checker
