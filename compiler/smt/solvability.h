// How many solutions a system of equations has in a state: asked for itself, beside any transition.
#pragma once

#include <vector>

#include "compiler/smt/encode_terms.h"

namespace errata::compiler {

// How many solutions a system of equations has in a state.
struct Solvability {
    Formula asked;  // earlier systems that it reads have one solution each, or backups
    bool is_listed = false;
    Formula none;  // no solution, nor backups; given `is_listed`
    Formula several;
    // Not listed but encoded: for questions about single solutions. Each follows from values for the guessed
    // unknowns.
    const SolutionSet* set = nullptr;
};

Solvability solvability(TermEncoding& t, EquationsId system, const std::vector<Formula>& cells);

// The values that the guessed unknowns may have; `follows` in encode_equations.h says which of them solve
// the system.
std::vector<ValueSet> guesses(const FormulaPool& pool, const SolutionSet& set);

}  // namespace errata::compiler
