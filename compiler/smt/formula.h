// Formulas: what the symbolic side computes with before any solver is involved. Hash-consed whole-number
// expressions over free variables (truth is 0 and 1), each with the set of values it can take. Constructors
// fold whatever these sets decide, so most of a step's case distinctions vanish here. lower.h turns what is
// left into Z3 expressions.
//
// A constructor whose result cannot be held in 62 bits gives 0 and leaves `is_exceeded` set: the caller drops
// that part of its analysis and says so.
//
// Truth, equality and choice are members of the pool. Behind it stand numbers and masks, then what a formula
// comes to under an assignment or with other formulas for its variables.
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

constexpr Formula false_formula{0};
constexpr Formula true_formula{1};
constexpr bool is_true(Formula f) { return f == true_formula; }
constexpr bool is_false(Formula f) { return f == false_formula; }

// Formulas as they are kept: hash-consed nodes, each with the set of values it can take, also kept once. The
// two truths are there from the beginning. Nothing is folded here: FormulaPool makes what is worth keeping.
class FormulaNodes {
public:
    FormulaNodes();

    // The node that says this; the same for the same.
    Formula find_or_add(FormulaKind kind, std::span<const Formula> operands, const ValueSet& values,
                        Value value);
    // A fresh variable. `constrained`: the variable's values need not be enforced, an equation will.
    Formula add_variable(const ValueSet& values, bool constrained);

    const FormulaNode& operator[](Formula formula) const { return nodes_[formula.index]; }
    std::span<const Formula> operands(Formula formula) const;
    const ValueSet& values(Formula formula) const { return sets_[nodes_[formula.index].values]; }
    std::size_t size() const { return nodes_.size(); }
    // By number.
    const std::vector<Formula>& variables() const { return variables_; }
    // The variable's values must be enforced where it is used.
    bool is_free(Formula variable) const;

private:
    std::uint32_t intern(const ValueSet& values);

    std::vector<FormulaNode> nodes_;
    std::vector<Formula> operands_;
    std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
    std::vector<ValueSet> sets_;
    std::unordered_multimap<std::size_t, std::uint32_t> set_by_hash_;
    std::vector<Formula> variables_;
    std::vector<bool> constrained_;
};

class FormulaPool {
public:
    Formula constant(Value value);
    Formula truth(bool value) const { return value ? true_formula : false_formula; }
    // A fresh variable. `constrained`: the variable's values need not be enforced, an equation will.
    Formula variable(const ValueSet& values, bool constrained = false);

    Formula lnot(Formula a);
    Formula land(std::vector<Formula> conjuncts);
    Formula land(Formula a, Formula b) { return land(std::vector<Formula>{a, b}); }
    Formula lor(std::vector<Formula> disjuncts);
    Formula lor(Formula a, Formula b) { return lor(std::vector<Formula>{a, b}); }
    Formula equal(Formula a, Formula b);
    Formula equal(Formula a, Value b) { return equal(a, constant(b)); }
    Formula ite(Formula condition, Formula yes, Formula no);
    // Folded no further than to a constant: for those who make formulas of other kinds.
    Formula make(FormulaKind kind, std::span<const Formula> operands, const ValueSet& values,
                 Value value = 0);

    const FormulaNode& operator[](Formula formula) const { return nodes_[formula]; }
    const ValueSet& values(Formula formula) const { return nodes_.values(formula); }
    const FormulaNodes& nodes() const { return nodes_; }

    bool is_exceeded() const { return exceeded_; }
    // What is asked for cannot be held: 0 instead.
    Formula exceed();
    void clear_exceeded() { exceeded_ = false; }

private:
    FormulaNodes nodes_;
    bool exceeded_ = false;
};

// Do values between these fit into 62 bits?
bool can_be_held(Value lo, Value hi);

bool is_constant(const FormulaPool& pool, Formula f);
bool is_variable(const FormulaPool& pool, Formula f);
// Its values are 0 and 1 at most.
bool is_truth(const FormulaPool& pool, Formula f);

// Formulas over numbers and over masks (sets as bits of a number), folded as FormulaPool folds the others.
Formula less(FormulaPool& pool, Formula a, Formula b);
Formula less_equal(FormulaPool& pool, Formula a, Formula b);
Formula within(FormulaPool& pool, Formula a, Value lo, Value hi);
Formula add(FormulaPool& pool, Formula a, Formula b);
Formula subtract(FormulaPool& pool, Formula a, Formula b);
Formula multiply(FormulaPool& pool, Formula a, Formula b);
Formula clip(FormulaPool& pool, Formula a, Value lo, Value hi);

Formula bit(FormulaPool& pool, Formula mask, Value position);
Formula bit_or(FormulaPool& pool, Formula a, Formula b);
Formula bit_minus(FormulaPool& pool, Formula a, Formula b);

// The value under an assignment of all variables (by number). Memoised in `known`, one memo per assignment.
using KnownValues = std::unordered_map<std::uint32_t, Value>;
Value evaluate(const FormulaPool& pool, Formula formula, const std::vector<Value>& assignment,
               KnownValues& known);

// The formula with variables replaced: `replaced` maps formulas to formulas, at first the variables, and is
// extended as a memo.
using ReplacedFormulas = std::unordered_map<std::uint32_t, Formula>;
Formula substitute(FormulaPool& pool, Formula formula, ReplacedFormulas& replaced);

// How many of some conditions hold, as far as the encoding asks: at least one, at least two.
struct AtLeast {
    Formula one;
    Formula two;
};

inline AtLeast at_least(FormulaPool& pool, const std::vector<Formula>& conditions) {
    AtLeast result{pool.truth(false), pool.truth(false)};
    for (const Formula condition : conditions) {
        result.two = pool.lor(result.two, pool.land(result.one, condition));
        result.one = pool.lor(result.one, condition);
    }
    return result;
}

}  // namespace errata::compiler
