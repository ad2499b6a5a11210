// Formulas: what the symbolic side computes with before any solver is involved. Hash-consed whole-number
// expressions over free variables (truth is 0 and 1), each with the set of values it can take. Constructors
// fold whatever these sets decide, so most of a step's case distinctions vanish here. lower.h turns what is
// left into Z3 expressions.
//
// A constructor whose result cannot be held in 62 bits gives 0 and leaves `is_exceeded` set: the caller drops
// that part of its analysis and says so.
#pragma once

#include <vector>

#include "compiler/smt/formula_nodes.h"

namespace errata::compiler {

// Truth, equality and choice. Numbers and masks: formula_numbers.h; evaluating and replacing: formula_walk.h.
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

}  // namespace errata::compiler
