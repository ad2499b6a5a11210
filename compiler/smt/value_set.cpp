#include "compiler/smt/value_set.h"

#include <algorithm>

namespace errata::compiler {

namespace {

std::size_t position(Value value) { return static_cast<std::size_t>(value - exact_lo); }

}  // namespace

ValueSet::ValueSet(Value lo, Value hi) : lo_(lo), hi_(hi) {
    if (is_empty() || !is_exact()) return;
    for (Value value = lo; value <= hi; ++value) {
        bits_[position(value) / 64] |= std::uint64_t{1} << (position(value) % 64);
    }
}

bool ValueSet::contains(Value value) const {
    if (value < lo_ || value > hi_) return false;
    if (!is_exact()) return true;
    return (bits_[position(value) / 64] >> (position(value) % 64) & 1) != 0;
}

Value ValueSet::size() const {
    if (is_empty()) return 0;
    if (!is_exact()) return hi_ - lo_ + 1;
    Value count = 0;
    for (std::uint64_t word : bits_) count += std::popcount(word);
    return count;
}

bool ValueSet::intersects(const ValueSet& other) const {
    if (is_empty() || other.is_empty() || lo_ > other.hi_ || other.lo_ > hi_) return false;
    if (is_exact() && other.is_exact()) {
        for (std::size_t i = 0; i < bits_.size(); ++i) {
            if ((bits_[i] & other.bits_[i]) != 0) return true;
        }
        return false;
    }
    if (is_single()) return other.contains(lo_);
    if (other.is_single()) return contains(other.lo_);
    return true;
}

ValueSet ValueSet::united(const ValueSet& other) const {
    if (is_empty()) return other;
    if (other.is_empty()) return *this;
    if (!is_exact() || !other.is_exact()) return {std::min(lo_, other.lo_), std::max(hi_, other.hi_)};
    ValueSet result;
    result.lo_ = std::min(lo_, other.lo_);
    result.hi_ = std::max(hi_, other.hi_);
    for (std::size_t i = 0; i < bits_.size(); ++i) result.bits_[i] = bits_[i] | other.bits_[i];
    return result;
}

ValueSet ValueSet::without(Value value) const {
    if (!contains(value)) return *this;
    if (is_single()) return {};
    ValueSet result = *this;
    if (is_exact()) {
        result.bits_[position(value) / 64] &= ~(std::uint64_t{1} << (position(value) % 64));
        result.tighten();
    } else if (value == lo_) {
        ++result.lo_;
    } else if (value == hi_) {
        --result.hi_;
    }
    return result;
}

ValueSet ValueSet::cut_to(Value lo, Value hi) const {
    if (is_within(lo, hi)) return *this;
    Value from = std::max(lo, lo_);
    Value to = std::min(hi, hi_);
    if (from > to) return {};
    ValueSet result(from, to);
    if (!is_exact()) return result;
    for (std::size_t i = 0; i < bits_.size(); ++i) result.bits_[i] &= bits_[i];
    result.tighten();
    return result;
}

std::size_t ValueSet::hash() const {
    std::size_t hash = static_cast<std::size_t>(lo_) * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(hi_);
    for (std::uint64_t word : bits_) hash = (hash ^ word) * 0x100000001b3U + (hash >> 29);
    return hash;
}

void ValueSet::tighten() {
    while (lo_ <= hi_ && (bits_[position(lo_) / 64] >> (position(lo_) % 64) & 1) == 0) ++lo_;
    while (lo_ <= hi_ && (bits_[position(hi_) / 64] >> (position(hi_) % 64) & 1) == 0) --hi_;
    if (lo_ > hi_) *this = ValueSet();
}

}  // namespace errata::compiler
