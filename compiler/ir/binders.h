// The values of the binders that are in scope while a term is evaluated, by level. A body that is evaluated
// for arguments of its own (a statement of an open function, a definition) has a range of its own above those
// of whoever asks.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/ir/type.h"

namespace errata::compiler {

// Of how many binders at most a remembered term (Term::remembered) speaks.
inline constexpr int most_levels_remembered = 3;

// Where levels start, and what was free before.
struct BinderRange {
    std::size_t base = 0;
    std::size_t depth = 0;
};

class Binders {
public:
    Value operator[](std::size_t level) const { return bound_[base_ + level]; }

    // Returns what `unbind` needs to leave the scope again.
    std::size_t bind(std::uint32_t level, Value value) {
        const std::size_t place = base_ + level;
        if (place >= bound_.size()) bound_.resize(place + 1);
        bound_[place] = value;
        return std::exchange(depth_, place + 1);
    }
    void unbind(std::size_t depth) { depth_ = depth; }
    std::size_t depth() const { return depth_; }
    // Of a level that is bound.
    void set(std::uint32_t level, Value value) { bound_[base_ + level] = value; }

    // So many levels of its own; their values are set.
    BinderRange enter(std::size_t levels) {
        const BinderRange outside{std::exchange(base_, depth_), depth_};
        depth_ += levels;
        if (depth_ > bound_.size()) bound_.resize(depth_);
        return outside;
    }
    BinderRange range() const { return {base_, depth_}; }
    void leave(BinderRange outside) {
        base_ = outside.base;
        depth_ = outside.depth;
    }
    void clear() { base_ = depth_ = 0; }

private:
    std::vector<Value> bound_;  // the running term's levels start at base_
    std::size_t base_ = 0;
    std::size_t depth_ = 0;  // first free place in bound_
};

}  // namespace errata::compiler
