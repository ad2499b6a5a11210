// What stands behind an error of play, with its values. What has no value where something without a value was
// asked: the innermost part of the question that has none although its own parts have. Of guards of options,
// conditions of state checks, and of what code asks on its way as far as a path can be followed (paths/).
#pragma once

#include <optional>
#include <string>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Nothing: not found.
std::optional<MissingValue> what_has_no_value(const compiler::Evaluator& evaluator, const Trace& play);

// The last step is an error: it would take a value out of its range. Which one; nothing: not found.
std::optional<MissingValue> what_leaves_its_range(const compiler::Evaluator& evaluator, const Trace& play);

// Of a system of equations, which has no solution in this state: what has no value in one of its definitions
// without any unknown being asked, and so whatever they are.
std::optional<MissingValue> what_equations_lack(const compiler::Evaluator& evaluator,
                                                compiler::EquationsId system, const compiler::State& state);

// Why a term has no value in a state: what is not told for certain ("'may_enter' both holds and does not"),
// or what has no value; nothing: not found.
Facts why_without_value(const compiler::Evaluator& evaluator, compiler::TermId term,
                        const compiler::State& state);

// "price of Mend - 2 is -1, which is not among 0..12", "noise would be 5, which is not among 0..4".
Fact fact(const compiler::Model& model, const MissingValue& missing);

}  // namespace errata::checker
