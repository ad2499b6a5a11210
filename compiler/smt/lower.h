// Formulas as Z3 expressions: truth values as Bool, other values as two's-complement bit-vectors of the least
// width that holds the formula's values (unsigned where none is negative), so that `none` is all ones, mixing
// widths is a sign extension and no intermediate result overflows. A variable comes with the constraint that
// keeps it in its values.
//
// One Z3Lowering per z3::context, hence per thread. Z3's exceptions pass through: solver.cpp is where they
// end.
#pragma once

#include <z3++.h>

#include <vector>

#include "compiler/smt/formula.h"

namespace errata::compiler {

class Z3Lowering {
public:
    Z3Lowering(z3::context& context, const FormulaPool& pool);

    // `formula` is a truth value.
    z3::expr truth(Formula formula);

    // Constraints of the variables met since the last call.
    std::vector<z3::expr> take_constraints();

    // The expressions of the variables met so far; invalid where a variable was not met.
    bool is_met(Formula variable) const;
    Value value_of(Formula variable, const z3::model& model);

private:
    struct Shape {
        unsigned width;
        bool is_signed;
    };
    static Shape shape_of(Value lo, Value hi);

    void lower(Formula root);
    z3::expr build(Formula formula);
    z3::expr build_number(Formula formula);
    z3::expr variable(Formula formula);
    z3::expr done(Formula formula) { return expressions_[static_cast<int>(slots_[formula.index] - 1)]; }
    z3::expr number(Formula formula, Shape shape);  // of a lowered formula
    z3::expr numeral(Value value, unsigned width);
    z3::expr compare(Formula a, Formula b, bool less);

    z3::context& context_;
    const FormulaPool& pool_;
    z3::expr_vector expressions_;
    std::vector<std::uint32_t> slots_;  // by formula: position in expressions_ + 1
    std::vector<z3::expr> constraints_;
};

}  // namespace errata::compiler
