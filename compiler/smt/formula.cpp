#include "compiler/smt/formula.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "dsl/base/check.h"

namespace errata::compiler {

FormulaNodes::FormulaNodes() {
    find_or_add(FormulaKind::Constant, {}, only_value(0), 0);
    find_or_add(FormulaKind::Constant, {}, only_value(1), 1);
}

std::uint32_t FormulaNodes::intern(const ValueSet& values) {
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

std::span<const Formula> FormulaNodes::operands(Formula formula) const {
    const FormulaNode& node = nodes_[formula.index];
    return {operands_.data() + node.first, node.operands};
}

Formula FormulaNodes::find_or_add(FormulaKind kind, std::span<const Formula> operands, const ValueSet& values,
                                  Value value) {
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

Formula FormulaNodes::add_variable(const ValueSet& values, bool constrained) {
    const Formula id = find_or_add(FormulaKind::Variable, {}, values, static_cast<Value>(variables_.size()));
    variables_.push_back(id);
    constrained_.push_back(constrained);
    return id;
}

bool FormulaNodes::is_free(Formula variable) const {
    return !constrained_[static_cast<std::size_t>(nodes_[variable.index].value)];
}

namespace {

constexpr Value widest = Value{1} << 61;
const ValueSet truth_values(0, 1);

// Sorted, without duplicates and units. Complements decide it, and so do two operands that want one thing to
// equal different constants (And) or both not to (Or).
Formula junction(FormulaPool& pool, FormulaKind kind, std::vector<Formula> list) {
    Formula unit = kind == FormulaKind::And ? true_formula : false_formula;
    Formula zero = kind == FormulaKind::And ? false_formula : true_formula;
    std::erase(list, unit);
    if (std::find(list.begin(), list.end(), zero) != list.end()) return zero;
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    if (list.empty()) return unit;
    if (list.size() == 1) return list[0];
    std::vector<Formula> compared;
    for (Formula f : list) {
        const FormulaNode& node = pool[f];
        Formula plain = f;
        bool negated = node.kind == FormulaKind::Not;
        if (negated) {
            plain = pool.nodes().operands(f)[0];
            if (std::binary_search(list.begin(), list.end(), plain)) return zero;
        }
        bool wanted = negated == (kind == FormulaKind::Or);
        const FormulaNode& atom = pool[plain];
        if (wanted && atom.kind == FormulaKind::Equal && is_constant(pool, pool.nodes().operands(plain)[1])) {
            Formula left = pool.nodes().operands(plain)[0];
            if (std::find(compared.begin(), compared.end(), left) != compared.end()) return zero;
            compared.push_back(left);
        }
    }
    if (list.size() == 2) {
        for (std::size_t i = 0; i < 2; ++i) {  // a & (a & b) = a & b, a & (a | b) = a; likewise for or
            const FormulaNode& other = pool[list[1 - i]];
            if (other.kind != FormulaKind::And && other.kind != FormulaKind::Or) continue;
            std::span<const Formula> inner = pool.nodes().operands(list[1 - i]);
            if (std::find(inner.begin(), inner.end(), list[i]) == inner.end()) continue;
            return other.kind == kind ? list[1 - i] : list[i];
        }
    }
    return pool.make(kind, list, truth_values);
}

Formula truth_ite(FormulaPool& pool, Formula condition, Formula yes, Formula no) {
    if (is_true(yes)) return pool.lor(condition, no);
    if (is_false(yes)) return pool.land(pool.lnot(condition), no);
    if (is_true(no)) return pool.lor(pool.lnot(condition), yes);
    if (is_false(no)) return pool.land(condition, yes);
    if (yes == condition) return pool.lor(condition, no);
    if (no == condition) return pool.land(condition, yes);
    if (pool[yes].kind == FormulaKind::Ite && pool.nodes().operands(yes)[0] == condition) {
        return truth_ite(pool, condition, pool.nodes().operands(yes)[1], no);
    }
    if (pool[no].kind == FormulaKind::Ite && pool.nodes().operands(no)[0] == condition) {
        return truth_ite(pool, condition, yes, pool.nodes().operands(no)[2]);
    }
    return pool.make(FormulaKind::Ite, std::array{condition, yes, no}, truth_values);
}

}  // namespace

bool can_be_held(Value lo, Value hi) { return lo > -widest && hi < widest; }

bool is_constant(const FormulaPool& pool, Formula f) { return pool[f].kind == FormulaKind::Constant; }
bool is_variable(const FormulaPool& pool, Formula f) { return pool[f].kind == FormulaKind::Variable; }
bool is_truth(const FormulaPool& pool, Formula f) { return pool.values(f).is_within(0, 1); }

Formula FormulaPool::exceed() {
    exceeded_ = true;
    return false_formula;
}

Formula FormulaPool::make(FormulaKind kind, std::span<const Formula> operands, const ValueSet& values,
                          Value value) {
    ERRATA_CHECK(!values.is_empty());
    if (values.is_single() && kind != FormulaKind::Constant) return constant(values.lo());
    return nodes_.find_or_add(kind, operands, values, value);
}

Formula FormulaPool::constant(Value value) {
    if (value == 0 || value == 1) return truth(value == 1);
    if (!can_be_held(value, value)) return exceed();
    return make(FormulaKind::Constant, {}, only_value(value), value);
}

Formula FormulaPool::variable(const ValueSet& values, bool constrained) {
    ERRATA_CHECK(!values.is_empty());
    if (values.is_single()) return constant(values.lo());
    return nodes_.add_variable(values, constrained);
}

Formula FormulaPool::lnot(Formula a) {
    if (is_constant(*this, a)) return truth(is_false(a));
    if (nodes_[a].kind == FormulaKind::Not) return nodes_.operands(a)[0];
    return make(FormulaKind::Not, std::array{a}, truth_values);
}

Formula FormulaPool::land(std::vector<Formula> conjuncts) {
    return junction(*this, FormulaKind::And, std::move(conjuncts));
}

Formula FormulaPool::lor(std::vector<Formula> disjuncts) {
    return junction(*this, FormulaKind::Or, std::move(disjuncts));
}

Formula FormulaPool::equal(Formula a, Formula b) {
    if (a == b) return true_formula;
    if (!values(a).intersects(values(b))) return false_formula;
    if (is_constant(*this, a)) std::swap(a, b);
    if (is_constant(*this, b)) {
        Value wanted = values(b).lo();
        if (is_truth(*this, a)) return wanted == 1 ? a : lnot(a);
        if (nodes_[a].kind == FormulaKind::Ite) {
            Formula condition = nodes_.operands(a)[0], yes = nodes_.operands(a)[1],
                    no = nodes_.operands(a)[2];
            bool easy_yes = is_constant(*this, yes) || !values(yes).contains(wanted);
            bool easy_no = is_constant(*this, no) || !values(no).contains(wanted);
            if (easy_yes || easy_no) return ite(condition, equal(yes, b), equal(no, b));
        }
    } else if (b < a) {
        std::swap(a, b);
    }
    return make(FormulaKind::Equal, std::array{a, b}, truth_values);
}

Formula FormulaPool::ite(Formula condition, Formula yes, Formula no) {
    if (is_true(condition) || yes == no) return yes;
    if (is_false(condition)) return no;
    if (nodes_[condition].kind == FormulaKind::Not) return ite(nodes_.operands(condition)[0], no, yes);
    if (is_truth(*this, yes) && is_truth(*this, no)) return truth_ite(*this, condition, yes, no);
    if (nodes_[yes].kind == FormulaKind::Ite) {
        Formula test = nodes_.operands(yes)[0], first = nodes_.operands(yes)[1],
                second = nodes_.operands(yes)[2];
        if (test == condition) return ite(condition, first, no);
        if (second == no) return ite(land(condition, test), first, no);
    }
    if (nodes_[no].kind == FormulaKind::Ite) {
        Formula test = nodes_.operands(no)[0], first = nodes_.operands(no)[1],
                second = nodes_.operands(no)[2];
        if (test == condition) return ite(condition, yes, second);
        if (first == yes) return ite(lor(condition, test), yes, second);
    }
    return make(FormulaKind::Ite, std::array{condition, yes, no}, values(yes).united(values(no)));
}

namespace {

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

namespace {

// Walks over formulas with an explicit stack: chains of case distinctions get deeper than a call stack likes.
Value apply(const FormulaPool& pool, Formula formula, std::span<const Formula> list,
            const KnownValues& known) {
    const FormulaNode& node = pool[formula];
    auto of = [&](std::size_t i) { return known.at(list[i].index); };
    switch (node.kind) {
        case FormulaKind::Constant:
            return node.value;
        case FormulaKind::Variable:
            break;
        case FormulaKind::Not:
            return of(0) == 0 ? 1 : 0;
        case FormulaKind::And:
            return std::all_of(list.begin(), list.end(), [&](Formula f) { return known.at(f.index) == 1; });
        case FormulaKind::Or:
            return std::any_of(list.begin(), list.end(), [&](Formula f) { return known.at(f.index) == 1; });
        case FormulaKind::Equal:
            return of(0) == of(1);
        case FormulaKind::Less:
            return of(0) < of(1);
        case FormulaKind::Ite:
            return of(0) == 1 ? of(1) : of(2);
        case FormulaKind::Add:
            return of(0) + of(1);
        case FormulaKind::Subtract:
            return of(0) - of(1);
        case FormulaKind::Multiply:
            return of(0) * of(1);
        case FormulaKind::BitOr:
            return of(0) | of(1);
        case FormulaKind::BitMinus:
            return of(0) & ~of(1);
        case FormulaKind::Bit:
            return of(0) >> node.value & 1;
        case FormulaKind::Clip: {
            const ValueSet& kept = pool.values(formula);
            return kept.contains(of(0)) ? of(0) : kept.lo();
        }
    }
    ERRATA_CHECK(false && "a formula kind without a meaning");
    return 0;
}

}  // namespace

Value evaluate(const FormulaPool& pool, Formula formula, const std::vector<Value>& assignment,
               KnownValues& known) {
    std::vector<Formula> stack = {formula};
    while (!stack.empty()) {
        Formula f = stack.back();
        if (known.contains(f.index)) {
            stack.pop_back();
            continue;
        }
        const FormulaNode& node = pool[f];
        if (node.kind == FormulaKind::Variable) {
            known.emplace(f.index, assignment[static_cast<std::size_t>(node.value)]);
            stack.pop_back();
            continue;
        }
        bool ready = true;
        for (Formula operand : pool.nodes().operands(f)) {
            if (known.contains(operand.index)) continue;
            stack.push_back(operand);
            ready = false;
        }
        if (!ready) continue;
        known.emplace(f.index, apply(pool, f, pool.nodes().operands(f), known));
        stack.pop_back();
    }
    return known.at(formula.index);
}

namespace {

Formula rebuild(FormulaPool& pool, Formula formula, const ReplacedFormulas& replaced) {
    const FormulaNode node = pool[formula];
    std::vector<Formula> list;
    for (Formula operand : pool.nodes().operands(formula)) list.push_back(replaced.at(operand.index));
    switch (node.kind) {
        case FormulaKind::Constant:
        case FormulaKind::Variable:
            return formula;
        case FormulaKind::Not:
            return pool.lnot(list[0]);
        case FormulaKind::And:
            return pool.land(std::move(list));
        case FormulaKind::Or:
            return pool.lor(std::move(list));
        case FormulaKind::Equal:
            return pool.equal(list[0], list[1]);
        case FormulaKind::Less:
            return less(pool, list[0], list[1]);
        case FormulaKind::Ite:
            return pool.ite(list[0], list[1], list[2]);
        case FormulaKind::Add:
            return add(pool, list[0], list[1]);
        case FormulaKind::Subtract:
            return subtract(pool, list[0], list[1]);
        case FormulaKind::Multiply:
            return multiply(pool, list[0], list[1]);
        case FormulaKind::BitOr:
            return bit_or(pool, list[0], list[1]);
        case FormulaKind::BitMinus:
            return bit_minus(pool, list[0], list[1]);
        case FormulaKind::Bit:
            return bit(pool, list[0], node.value);
        case FormulaKind::Clip: {
            const ValueSet kept = pool.values(formula);
            return clip(pool, list[0], kept.lo(), kept.hi());
        }
    }
    ERRATA_CHECK(false && "a formula kind that cannot be rebuilt");
    return formula;
}

}  // namespace

Formula substitute(FormulaPool& pool, Formula formula, ReplacedFormulas& replaced) {
    std::vector<Formula> stack = {formula};
    while (!stack.empty()) {
        Formula f = stack.back();
        if (replaced.contains(f.index)) {
            stack.pop_back();
            continue;
        }
        bool ready = true;
        for (Formula operand : pool.nodes().operands(f)) {
            if (replaced.contains(operand.index)) continue;
            stack.push_back(operand);
            ready = false;
        }
        if (!ready) continue;
        replaced.emplace(f.index, rebuild(pool, f, replaced));
        stack.pop_back();
    }
    return replaced.at(formula.index);
}

}  // namespace errata::compiler
