// Formulas over numbers and over masks (sets as bits of a number), folded as FormulaPool folds the others.
#pragma once

#include "compiler/smt/formula.h"

namespace errata::compiler {

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

}  // namespace errata::compiler
