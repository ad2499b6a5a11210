#include "compiler/smt/formula.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

constexpr Value widest = Value{1} << 61;
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

}  // namespace

FormulaPool::FormulaPool() {
    false_ = make(FormulaKind::Constant, {}, only_value(0), 0);
    true_ = make(FormulaKind::Constant, {}, only_value(1), 1);
}

std::uint32_t FormulaPool::intern(const ValueSet& values) {
    std::size_t hash = values.hash();
    auto [begin, end] = set_by_hash_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        if (sets_[it->second] == values) return it->second;
    }
    auto id = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(values);
    set_by_hash_.emplace(hash, id);
    return id;
}

std::span<const Formula> FormulaPool::operands(Formula formula) const {
    const FormulaNode& node = nodes_[formula.index];
    return {operands_.data() + node.first, node.operands};
}

Formula FormulaPool::make(FormulaKind kind, std::span<const Formula> operands, const ValueSet& values,
                          Value value) {
    ERRATA_CHECK(!values.is_empty());
    if (values.is_single() && kind != FormulaKind::Constant) return constant(values.lo());
    std::size_t hash = static_cast<std::size_t>(kind) * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(value);
    for (Formula operand : operands) hash = (hash ^ operand.index) * 0x2545f4914f6cdd1dU + (hash >> 31);
    std::uint32_t set = intern(values);
    if (kind == FormulaKind::Clip) hash += set;
    auto [begin, end] = by_hash_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        const FormulaNode& node = nodes_[it->second];
        if (node.kind != kind || node.value != value || node.operands != operands.size()) continue;
        if (kind == FormulaKind::Clip && node.values != set) continue;
        if (std::equal(operands.begin(), operands.end(), operands_.begin() + node.first)) {
            return Formula(it->second);
        }
    }
    FormulaNode node;
    node.kind = kind;
    node.value = value;
    node.values = set;
    node.first = static_cast<std::uint32_t>(operands_.size());
    node.operands = static_cast<std::uint32_t>(operands.size());
    std::vector<Formula> copy(operands.begin(), operands.end());  // `operands` may point into operands_
    operands_.insert(operands_.end(), copy.begin(), copy.end());
    Formula id(nodes_.size());
    nodes_.push_back(node);
    by_hash_.emplace(hash, id.index);
    return id;
}

Formula FormulaPool::constant(Value value) {
    if (value == 0 && false_.is_valid()) return false_;
    if (value == 1 && true_.is_valid()) return true_;
    if (!fits(value, value)) return false_;
    return make(FormulaKind::Constant, {}, only_value(value), value);
}

Formula FormulaPool::variable(const ValueSet& values, bool constrained) {
    ERRATA_CHECK(!values.is_empty());
    if (values.is_single()) return constant(values.lo());
    Formula id = make(FormulaKind::Variable, {}, values, static_cast<Value>(variables_.size()));
    variables_.push_back(id);
    constrained_.push_back(constrained);
    return id;
}

bool FormulaPool::is_free(Formula variable) const {
    return !constrained_[static_cast<std::size_t>(nodes_[variable.index].value)];
}

Formula FormulaPool::lnot(Formula a) {
    if (is_constant(a)) return truth(is_false(a));
    if (nodes_[a.index].kind == FormulaKind::Not) return operands(a)[0];
    return make(FormulaKind::Not, {a}, truth_values);
}

Formula FormulaPool::land(std::vector<Formula> conjuncts) {
    return junction(FormulaKind::And, std::move(conjuncts));
}

Formula FormulaPool::lor(std::vector<Formula> disjuncts) {
    return junction(FormulaKind::Or, std::move(disjuncts));
}

// Sorted, without duplicates and units. Complements decide it, and so do two operands that want one thing to
// equal different constants (And) or both not to (Or).
Formula FormulaPool::junction(FormulaKind kind, std::vector<Formula> list) {
    Formula unit = kind == FormulaKind::And ? true_ : false_;
    Formula zero = kind == FormulaKind::And ? false_ : true_;
    std::erase(list, unit);
    if (std::find(list.begin(), list.end(), zero) != list.end()) return zero;
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    if (list.empty()) return unit;
    if (list.size() == 1) return list[0];
    std::vector<Formula> compared;
    for (Formula f : list) {
        const FormulaNode& node = nodes_[f.index];
        Formula plain = f;
        bool negated = node.kind == FormulaKind::Not;
        if (negated) {
            plain = operands(f)[0];
            if (std::binary_search(list.begin(), list.end(), plain)) return zero;
        }
        bool wanted = negated == (kind == FormulaKind::Or);
        const FormulaNode& atom = nodes_[plain.index];
        if (wanted && atom.kind == FormulaKind::Equal && is_constant(operands(plain)[1])) {
            Formula left = operands(plain)[0];
            if (std::find(compared.begin(), compared.end(), left) != compared.end()) return zero;
            compared.push_back(left);
        }
    }
    if (list.size() == 2) {
        for (std::size_t i = 0; i < 2; ++i) {  // a & (a & b) = a & b, a & (a | b) = a; likewise for or
            const FormulaNode& other = nodes_[list[1 - i].index];
            if (other.kind != FormulaKind::And && other.kind != FormulaKind::Or) continue;
            std::span<const Formula> inner = operands(list[1 - i]);
            if (std::find(inner.begin(), inner.end(), list[i]) == inner.end()) continue;
            return other.kind == kind ? list[1 - i] : list[i];
        }
    }
    return make(kind, list, truth_values);
}

Formula FormulaPool::equal(Formula a, Formula b) {
    if (a == b) return true_;
    if (!values(a).intersects(values(b))) return false_;
    if (is_constant(a)) std::swap(a, b);
    if (is_constant(b)) {
        Value wanted = values(b).lo();
        if (is_truth(a)) return wanted == 1 ? a : lnot(a);
        if (nodes_[a.index].kind == FormulaKind::Ite) {
            Formula condition = operands(a)[0], yes = operands(a)[1], no = operands(a)[2];
            bool easy_yes = is_constant(yes) || !values(yes).contains(wanted);
            bool easy_no = is_constant(no) || !values(no).contains(wanted);
            if (easy_yes || easy_no) return ite(condition, equal(yes, b), equal(no, b));
        }
    } else if (b < a) {
        std::swap(a, b);
    }
    return make(FormulaKind::Equal, {a, b}, truth_values);
}

Formula FormulaPool::less(Formula a, Formula b) {
    const ValueSet& va = values(a);
    const ValueSet& vb = values(b);
    if (a == b || va.lo() >= vb.hi()) return false_;
    if (va.hi() < vb.lo()) return true_;
    // Against a constant that leaves one value on one side, an equation says the same.
    if (is_constant(b) && va.is_exact()) {
        ValueSet below = va.cut_to(va.lo(), vb.lo() - 1);
        if (below.is_single()) return equal(a, below.lo());
        ValueSet above = va.cut_to(vb.lo(), va.hi());
        if (above.is_single()) return lnot(equal(a, above.lo()));
    } else if (is_constant(a) && vb.is_exact()) {
        ValueSet above = vb.cut_to(va.lo() + 1, vb.hi());
        if (above.is_single()) return equal(b, above.lo());
        ValueSet below = vb.cut_to(vb.lo(), va.lo());
        if (below.is_single()) return lnot(equal(b, below.lo()));
    }
    return make(FormulaKind::Less, {a, b}, truth_values);
}

Formula FormulaPool::within(Formula a, Value lo, Value hi) {
    if (values(a).is_within(lo, hi)) return true_;
    return land(less_equal(constant(lo), a), less_equal(a, constant(hi)));
}

Formula FormulaPool::ite(Formula condition, Formula yes, Formula no) {
    if (is_true(condition) || yes == no) return yes;
    if (is_false(condition)) return no;
    if (nodes_[condition.index].kind == FormulaKind::Not) return ite(operands(condition)[0], no, yes);
    if (is_truth(yes) && is_truth(no)) return truth_ite(condition, yes, no);
    if (nodes_[yes.index].kind == FormulaKind::Ite) {
        Formula test = operands(yes)[0], first = operands(yes)[1], second = operands(yes)[2];
        if (test == condition) return ite(condition, first, no);
        if (second == no) return ite(land(condition, test), first, no);
    }
    if (nodes_[no.index].kind == FormulaKind::Ite) {
        Formula test = operands(no)[0], first = operands(no)[1], second = operands(no)[2];
        if (test == condition) return ite(condition, yes, second);
        if (first == yes) return ite(lor(condition, test), yes, second);
    }
    return make(FormulaKind::Ite, {condition, yes, no}, values(yes).united(values(no)));
}

Formula FormulaPool::truth_ite(Formula condition, Formula yes, Formula no) {
    if (is_true(yes)) return lor(condition, no);
    if (is_false(yes)) return land(lnot(condition), no);
    if (is_true(no)) return lor(lnot(condition), yes);
    if (is_false(no)) return land(condition, yes);
    if (yes == condition) return lor(condition, no);
    if (no == condition) return land(condition, yes);
    if (nodes_[yes.index].kind == FormulaKind::Ite && operands(yes)[0] == condition) {
        return truth_ite(condition, operands(yes)[1], no);
    }
    if (nodes_[no.index].kind == FormulaKind::Ite && operands(no)[0] == condition) {
        return truth_ite(condition, yes, operands(no)[2]);
    }
    return make(FormulaKind::Ite, {condition, yes, no}, truth_values);
}

bool FormulaPool::fits(Value lo, Value hi) {
    if (lo > -widest && hi < widest) return true;
    exceeded_ = true;
    return false;
}

Formula FormulaPool::add(Formula a, Formula b) {
    if (is_false(a)) return b;
    if (is_false(b)) return a;
    if (is_constant(a)) std::swap(a, b);
    const ValueSet& va = values(a);
    const ValueSet& vb = values(b);
    if (!fits(va.lo() + vb.lo(), va.hi() + vb.hi())) return false_;
    if (is_constant(b) && nodes_[a.index].kind == FormulaKind::Add && is_constant(operands(a)[1])) {
        Formula inner = operands(a)[0];
        return add(inner, constant(vb.lo() + values(operands(a)[1]).lo()));
    }
    ValueSet sums(va.lo() + vb.lo(), va.hi() + vb.hi());
    const bool are_few = va.size() <= pairwise_limit && vb.size() <= pairwise_limit;
    if (are_few && va.size() * vb.size() <= pairwise_limit)
        sums = pairwise(va, vb, [](Value x, Value y) { return x + y; });
    return make(FormulaKind::Add, {a, b}, sums);
}

Formula FormulaPool::subtract(Formula a, Formula b) {
    if (is_false(b)) return a;
    if (a == b) return false_;
    if (is_constant(b)) return add(a, constant(-values(b).lo()));
    const ValueSet& va = values(a);
    const ValueSet& vb = values(b);
    if (!fits(va.lo() - vb.hi(), va.hi() - vb.lo())) return false_;
    return make(FormulaKind::Subtract, {a, b}, ValueSet(va.lo() - vb.hi(), va.hi() - vb.lo()));
}

Formula FormulaPool::multiply(Formula a, Formula b) {
    if (is_false(a) || is_false(b)) return false_;
    if (is_true(a)) return b;
    if (is_true(b)) return a;
    if (is_truth(a)) return ite(a, b, false_);
    if (is_truth(b)) return ite(b, a, false_);
    const ValueSet& va = values(a);
    const ValueSet& vb = values(b);
    std::array<Value, 4> corners = {};
    std::size_t i = 0;
    for (Value x : {va.lo(), va.hi()}) {
        for (Value y : {vb.lo(), vb.hi()}) {
            if (__builtin_mul_overflow(x, y, &corners[i++])) {
                exceeded_ = true;
                return false_;
            }
        }
    }
    auto [lo, hi] = std::minmax_element(corners.begin(), corners.end());
    if (!fits(*lo, *hi)) return false_;
    if (b < a) std::swap(a, b);
    return make(FormulaKind::Multiply, {a, b}, ValueSet(*lo, *hi));
}

Formula FormulaPool::bit(Formula mask, Value position) {
    const ValueSet& set = values(mask);
    ERRATA_CHECK(position >= 0 && position < 62);
    if (set.lo() < 0) return no_mask();
    if (is_constant(mask)) return truth((set.lo() >> position & 1) != 0);
    if (set.hi() < (Value{1} << position)) return false_;
    if (is_truth(mask)) return mask;
    if (nodes_[mask.index].kind == FormulaKind::Ite) {
        Formula condition = operands(mask)[0], yes = operands(mask)[1], no = operands(mask)[2];
        if (is_constant(yes) || is_constant(no)) return ite(condition, bit(yes, position), bit(no, position));
    }
    if (nodes_[mask.index].kind == FormulaKind::BitOr) {
        Formula a = operands(mask)[0], b = operands(mask)[1];
        return lor(bit(a, position), bit(b, position));
    }
    if (nodes_[mask.index].kind == FormulaKind::BitMinus) {
        Formula a = operands(mask)[0], b = operands(mask)[1];
        return land(bit(a, position), lnot(bit(b, position)));
    }
    return make(FormulaKind::Bit, {mask}, truth_values, position);
}

// Where the budget ended a value may be anything, a mask too.
Formula FormulaPool::no_mask() {
    exceeded_ = true;
    return false_;
}

Formula FormulaPool::bit_or(Formula a, Formula b) {
    if (a == b || is_false(b)) return a;
    if (is_false(a)) return b;
    const ValueSet& va = values(a);
    const ValueSet& vb = values(b);
    if (va.lo() < 0 || vb.lo() < 0) return no_mask();
    if (is_constant(a) && is_constant(b)) return constant(va.lo() | vb.lo());
    auto top = std::bit_ceil(static_cast<std::uint64_t>(std::max(va.hi(), vb.hi())) + 1);
    if (b < a) std::swap(a, b);
    return make(FormulaKind::BitOr, {a, b}, ValueSet(0, static_cast<Value>(top) - 1));
}

Formula FormulaPool::bit_minus(Formula a, Formula b) {
    if (a == b || is_false(a)) return false_;
    if (is_false(b)) return a;
    const ValueSet& va = values(a);
    if (va.lo() < 0 || values(b).lo() < 0) return no_mask();
    if (is_constant(a) && is_constant(b)) return constant(va.lo() & ~values(b).lo());
    return make(FormulaKind::BitMinus, {a, b}, ValueSet(0, va.hi()));
}

Formula FormulaPool::clip(Formula a, Value lo, Value hi) {
    const ValueSet& set = values(a);
    if (set.is_within(lo, hi)) return a;
    ValueSet kept = set.cut_to(lo, hi);
    if (kept.is_empty()) return constant(lo);
    return make(FormulaKind::Clip, {a}, kept);
}

}  // namespace errata::compiler
