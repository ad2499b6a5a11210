// What a formula can be: an interval of whole numbers and, for small ones, the exact set. Every set is a
// superset of the values that occur, whatever the free variables are; this is what lets the encoding drop a
// case before a solver sees it (a frame that cannot wait at a point, a square no index reaches).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "compiler/ir/type.h"

namespace errata::compiler {

// Sets within these limits are exact: -1 (`none`) and the values of any type whose objects fit a byte.
inline constexpr Value exact_lo = -1;
inline constexpr Value exact_hi = 254;

class ValueSet {
public:
    ValueSet() = default;  // empty
    ValueSet(Value lo, Value hi);

    Value lo() const { return lo_; }
    Value hi() const { return hi_; }
    bool is_empty() const { return lo_ > hi_; }
    bool is_single() const { return lo_ == hi_; }
    bool is_exact() const { return lo_ >= exact_lo && hi_ <= exact_hi; }
    bool is_within(Value lo, Value hi) const { return lo_ >= lo && hi_ <= hi; }
    bool contains(Value value) const;
    // Number of values; an interval's for a set that is not exact.
    Value size() const;
    bool intersects(const ValueSet& other) const;
    ValueSet united(const ValueSet& other) const;
    ValueSet without(Value value) const;
    // The values in lo..hi.
    ValueSet cut_to(Value lo, Value hi) const;

    // visit(value) in increasing order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (Value value = lo_; value <= hi_; ++value) {
            if (contains(value)) visit(value);
        }
    }

    friend bool operator==(const ValueSet&, const ValueSet&) = default;
    std::size_t hash() const;

private:
    void tighten();

    Value lo_ = 0;
    Value hi_ = -1;
    std::array<std::uint64_t, 4> bits_ = {};  // exact sets: bit (value - exact_lo)
};

inline ValueSet only_value(Value value) { return {value, value}; }

}  // namespace errata::compiler
