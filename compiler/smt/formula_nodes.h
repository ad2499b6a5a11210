// Formulas as they are kept: hash-consed nodes, each with the set of values it can take, also kept once. The
// two truths are there from the beginning. Nothing is folded here: FormulaPool makes what is worth keeping.
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

}  // namespace errata::compiler
