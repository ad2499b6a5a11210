#include "compiler/smt/formula_numbers.h"

#include <algorithm>
#include <array>
#include <bit>

#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

const ValueSet truth_values(0, 1);

// Sums and differences of sets this small are computed value by value.
constexpr Value pairwise_limit = 64;

template <class Combine>
ValueSet pairwise(const ValueSet& a, const ValueSet& b, Combine combine) {
    ValueSet result;
    a.for_each(
        [&](Value x) { b.for_each([&](Value y) { result = result.united(only_value(combine(x, y))); }); });
    return result;
}

// Can it be held? If not the pool is exceeded.
bool fits(FormulaPool& pool, Value lo, Value hi) {
    if (can_be_held(lo, hi)) return true;
    pool.exceed();
    return false;
}

}  // namespace

Formula less(FormulaPool& pool, Formula a, Formula b) {
    const ValueSet& va = pool.values(a);
    const ValueSet& vb = pool.values(b);
    if (a == b || va.lo() >= vb.hi()) return false_formula;
    if (va.hi() < vb.lo()) return true_formula;
    // Against a constant that leaves one value on one side, an equation says the same.
    if (is_constant(pool, b) && va.is_exact()) {
        ValueSet below = va.cut_to(va.lo(), vb.lo() - 1);
        if (below.is_single()) return pool.equal(a, below.lo());
        ValueSet above = va.cut_to(vb.lo(), va.hi());
        if (above.is_single()) return pool.lnot(pool.equal(a, above.lo()));
    } else if (is_constant(pool, a) && vb.is_exact()) {
        ValueSet above = vb.cut_to(va.lo() + 1, vb.hi());
        if (above.is_single()) return pool.equal(b, above.lo());
        ValueSet below = vb.cut_to(vb.lo(), va.lo());
        if (below.is_single()) return pool.lnot(pool.equal(b, below.lo()));
    }
    return pool.make(FormulaKind::Less, std::array{a, b}, truth_values);
}

Formula less_equal(FormulaPool& pool, Formula a, Formula b) { return pool.lnot(less(pool, b, a)); }

Formula within(FormulaPool& pool, Formula a, Value lo, Value hi) {
    if (pool.values(a).is_within(lo, hi)) return true_formula;
    return pool.land(less_equal(pool, pool.constant(lo), a), less_equal(pool, a, pool.constant(hi)));
}

Formula add(FormulaPool& pool, Formula a, Formula b) {
    if (is_false(a)) return b;
    if (is_false(b)) return a;
    if (is_constant(pool, a)) std::swap(a, b);
    const ValueSet& va = pool.values(a);
    const ValueSet& vb = pool.values(b);
    if (!fits(pool, va.lo() + vb.lo(), va.hi() + vb.hi())) return false_formula;
    if (is_constant(pool, b) && pool[a].kind == FormulaKind::Add &&
        is_constant(pool, pool.nodes().operands(a)[1])) {
        Formula inner = pool.nodes().operands(a)[0];
        return add(pool, inner, pool.constant(vb.lo() + pool.values(pool.nodes().operands(a)[1]).lo()));
    }
    ValueSet sums(va.lo() + vb.lo(), va.hi() + vb.hi());
    const bool are_few = va.size() <= pairwise_limit && vb.size() <= pairwise_limit;
    if (are_few && va.size() * vb.size() <= pairwise_limit)
        sums = pairwise(va, vb, [](Value x, Value y) { return x + y; });
    return pool.make(FormulaKind::Add, std::array{a, b}, sums);
}

Formula subtract(FormulaPool& pool, Formula a, Formula b) {
    if (is_false(b)) return a;
    if (a == b) return false_formula;
    if (is_constant(pool, b)) return add(pool, a, pool.constant(-pool.values(b).lo()));
    const ValueSet& va = pool.values(a);
    const ValueSet& vb = pool.values(b);
    if (!fits(pool, va.lo() - vb.hi(), va.hi() - vb.lo())) return false_formula;
    return pool.make(FormulaKind::Subtract, std::array{a, b}, ValueSet(va.lo() - vb.hi(), va.hi() - vb.lo()));
}

Formula multiply(FormulaPool& pool, Formula a, Formula b) {
    if (is_false(a) || is_false(b)) return false_formula;
    if (is_true(a)) return b;
    if (is_true(b)) return a;
    if (is_truth(pool, a)) return pool.ite(a, b, false_formula);
    if (is_truth(pool, b)) return pool.ite(b, a, false_formula);
    const ValueSet& va = pool.values(a);
    const ValueSet& vb = pool.values(b);
    std::array<Value, 4> corners = {};
    std::size_t i = 0;
    for (Value x : {va.lo(), va.hi()}) {
        for (Value y : {vb.lo(), vb.hi()}) {
            if (__builtin_mul_overflow(x, y, &corners[i++])) {
                return pool.exceed();
            }
        }
    }
    auto [lo, hi] = std::minmax_element(corners.begin(), corners.end());
    if (!fits(pool, *lo, *hi)) return false_formula;
    if (b < a) std::swap(a, b);
    return pool.make(FormulaKind::Multiply, std::array{a, b}, ValueSet(*lo, *hi));
}

Formula bit(FormulaPool& pool, Formula mask, Value position) {
    const ValueSet& set = pool.values(mask);
    ERRATA_CHECK(position >= 0 && position < 62);
    if (set.lo() < 0) return pool.exceed();  // where the budget ended a value may be anything, a mask too
    if (is_constant(pool, mask)) return pool.truth((set.lo() >> position & 1) != 0);
    if (set.hi() < (Value{1} << position)) return false_formula;
    if (is_truth(pool, mask)) return mask;
    if (pool[mask].kind == FormulaKind::Ite) {
        Formula condition = pool.nodes().operands(mask)[0], yes = pool.nodes().operands(mask)[1],
                no = pool.nodes().operands(mask)[2];
        if (is_constant(pool, yes) || is_constant(pool, no))
            return pool.ite(condition, bit(pool, yes, position), bit(pool, no, position));
    }
    if (pool[mask].kind == FormulaKind::BitOr) {
        Formula a = pool.nodes().operands(mask)[0], b = pool.nodes().operands(mask)[1];
        return pool.lor(bit(pool, a, position), bit(pool, b, position));
    }
    if (pool[mask].kind == FormulaKind::BitMinus) {
        Formula a = pool.nodes().operands(mask)[0], b = pool.nodes().operands(mask)[1];
        return pool.land(bit(pool, a, position), pool.lnot(bit(pool, b, position)));
    }
    return pool.make(FormulaKind::Bit, std::array{mask}, truth_values, position);
}

Formula bit_or(FormulaPool& pool, Formula a, Formula b) {
    if (a == b || is_false(b)) return a;
    if (is_false(a)) return b;
    const ValueSet& va = pool.values(a);
    const ValueSet& vb = pool.values(b);
    if (va.lo() < 0 || vb.lo() < 0) return pool.exceed();
    if (is_constant(pool, a) && is_constant(pool, b)) return pool.constant(va.lo() | vb.lo());
    auto top = std::bit_ceil(static_cast<std::uint64_t>(std::max(va.hi(), vb.hi())) + 1);
    if (b < a) std::swap(a, b);
    return pool.make(FormulaKind::BitOr, std::array{a, b}, ValueSet(0, static_cast<Value>(top) - 1));
}

Formula bit_minus(FormulaPool& pool, Formula a, Formula b) {
    if (a == b || is_false(a)) return false_formula;
    if (is_false(b)) return a;
    const ValueSet& va = pool.values(a);
    if (va.lo() < 0 || pool.values(b).lo() < 0) return pool.exceed();
    if (is_constant(pool, a) && is_constant(pool, b)) return pool.constant(va.lo() & ~pool.values(b).lo());
    return pool.make(FormulaKind::BitMinus, std::array{a, b}, ValueSet(0, va.hi()));
}

Formula clip(FormulaPool& pool, Formula a, Value lo, Value hi) {
    const ValueSet& set = pool.values(a);
    if (set.is_within(lo, hi)) return a;
    ValueSet kept = set.cut_to(lo, hi);
    if (kept.is_empty()) return pool.constant(lo);
    return pool.make(FormulaKind::Clip, std::array{a}, kept);
}

}  // namespace errata::compiler
