// Things that belong together, directly or through others: disjoint sets of numbers (union-find, after
// Tarjan).
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace errata::compiler {

class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }
    // The smallest member of its set.
    std::size_t find(std::size_t member) {
        while (parent_[member] != member) member = parent_[member] = parent_[parent_[member]];
        return member;
    }
    void join(std::size_t a, std::size_t b) {
        parent_[std::max(find(a), find(b))] = std::min(find(a), find(b));
    }

private:
    std::vector<std::size_t> parent_;
};

}  // namespace errata::compiler
