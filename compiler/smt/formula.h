// Formulas: what the symbolic side computes with before any solver is involved. Hash-consed whole-number
// expressions over free variables (truth is 0 and 1), each with the set of values it can take. Constructors
// fold whatever these sets decide, so most of a step's case distinctions vanish here. lower.h turns what is
// left into Z3 expressions.
//
// A constructor whose result cannot be held in 62 bits gives 0 and leaves `is_exceeded` set: the caller drops
// that part of its analysis and says so.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/smt/value_set.h"
#include "dsl/base/id.h"

namespace errata::compiler {

struct FormulaNode;
using Formula = dsl::Id<FormulaNode>;

enum class FormulaKind : std::uint8_t {
    Constant,  // value
    Variable,  // value: its number
    Not,
    And,  // two or more operands
    Or,
    Equal,
    Less,
    Ite,
    Add,
    Subtract,
    Multiply,
    BitOr,  // masks, not negative
    BitMinus,
    Bit,   // value: position
    Clip,  // the operand, known to lie in this node's value set wherever the result is used
};

struct FormulaNode {
    FormulaKind kind = FormulaKind::Constant;
    std::uint32_t values = 0;  // index of its ValueSet
    std::uint32_t first = 0;   // operands, in the pool's list
    std::uint32_t operands = 0;
    Value value = 0;
};

class FormulaPool {
public:
    FormulaPool();

    Formula constant(Value value);
    Formula truth(bool value) const { return value ? true_ : false_; }
    // A fresh variable. `constrained`: the variable's values need not be enforced, an equation will.
    Formula variable(const ValueSet& values, bool constrained = false);

    Formula lnot(Formula a);
    Formula land(std::vector<Formula> conjuncts);
    Formula land(Formula a, Formula b) { return land(std::vector<Formula>{a, b}); }
    Formula lor(std::vector<Formula> disjuncts);
    Formula lor(Formula a, Formula b) { return lor(std::vector<Formula>{a, b}); }
    Formula equal(Formula a, Formula b);
    Formula equal(Formula a, Value b) { return equal(a, constant(b)); }
    Formula less(Formula a, Formula b);
    Formula less_equal(Formula a, Formula b) { return lnot(less(b, a)); }
    Formula within(Formula a, Value lo, Value hi);
    Formula ite(Formula condition, Formula yes, Formula no);
    Formula add(Formula a, Formula b);
    Formula subtract(Formula a, Formula b);
    Formula multiply(Formula a, Formula b);
    Formula bit(Formula mask, Value position);
    Formula bit_or(Formula a, Formula b);
    Formula bit_minus(Formula a, Formula b);
    Formula clip(Formula a, Value lo, Value hi);

    const FormulaNode& operator[](Formula formula) const { return nodes_[formula.index]; }
    std::span<const Formula> operands(Formula formula) const;
    const ValueSet& values(Formula formula) const { return sets_[nodes_[formula.index].values]; }
    bool is_constant(Formula f) const { return nodes_[f.index].kind == FormulaKind::Constant; }
    bool is_true(Formula f) const { return f == true_; }
    bool is_false(Formula f) const { return f == false_; }
    bool is_truth(Formula f) const { return values(f).is_within(0, 1); }
    bool is_variable(Formula f) const { return nodes_[f.index].kind == FormulaKind::Variable; }
    // The variable's values must be enforced where it is used.
    bool is_free(Formula variable) const;
    std::size_t size() const { return nodes_.size(); }
    std::size_t variables() const { return variables_.size(); }
    Formula variable_at(std::size_t number) const { return variables_[number]; }

    // The value under an assignment of all variables (by number). Memoised in `known`, one memo per
    // assignment.
    using Known = std::unordered_map<std::uint32_t, Value>;
    Value evaluate(Formula formula, const std::vector<Value>& assignment, Known& known) const;

    // The formula with variables replaced: `replaced` maps formulas to formulas, at first the variables, and
    // is extended as a memo.
    using Replaced = std::unordered_map<std::uint32_t, Formula>;
    Formula substitute(Formula formula, Replaced& replaced);

    bool is_exceeded() const { return exceeded_; }
    void clear_exceeded() { exceeded_ = false; }

private:
    Formula rebuild(Formula formula, const Replaced& replaced);
    Formula make(FormulaKind kind, std::span<const Formula> operands, const ValueSet& values,
                 Value value = 0);
    Formula make(FormulaKind kind, std::initializer_list<Formula> operands, const ValueSet& values,
                 Value value = 0) {
        return make(kind, std::span<const Formula>(operands.begin(), operands.size()), values, value);
    }
    Formula junction(FormulaKind kind, std::vector<Formula> operands);
    Formula truth_ite(Formula condition, Formula yes, Formula no);
    std::uint32_t intern(const ValueSet& values);
    bool fits(Value lo, Value hi);
    Value apply(const FormulaNode& node, std::span<const Formula> operands, const Known& known) const;

    std::vector<FormulaNode> nodes_;
    std::vector<Formula> operands_;
    std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
    std::vector<ValueSet> sets_;
    std::unordered_multimap<std::size_t, std::uint32_t> set_by_hash_;
    std::vector<Formula> variables_;
    std::vector<bool> constrained_;
    Formula false_;
    Formula true_;
    Formula no_mask();

    bool exceeded_ = false;
};

}  // namespace errata::compiler
