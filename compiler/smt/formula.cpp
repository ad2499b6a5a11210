#include "compiler/smt/formula.h"

#include <algorithm>
#include <array>

#include "dsl/base/check.h"

namespace errata::compiler {

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

}  // namespace errata::compiler
