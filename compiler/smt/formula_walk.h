// What a formula comes to, under an assignment or with other formulas for its variables.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/smt/formula.h"

namespace errata::compiler {

// The value under an assignment of all variables (by number). Memoised in `known`, one memo per assignment.
using KnownValues = std::unordered_map<std::uint32_t, Value>;
Value evaluate(const FormulaPool& pool, Formula formula, const std::vector<Value>& assignment,
               KnownValues& known);

// The formula with variables replaced: `replaced` maps formulas to formulas, at first the variables, and is
// extended as a memo.
using ReplacedFormulas = std::unordered_map<std::uint32_t, Formula>;
Formula substitute(FormulaPool& pool, Formula formula, ReplacedFormulas& replaced);

}  // namespace errata::compiler
