// Walks over formulas with an explicit stack: chains of case distinctions get deeper than a call stack likes.
#include "compiler/smt/formula_walk.h"

#include <algorithm>
#include <utility>

#include "compiler/smt/formula_numbers.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

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
