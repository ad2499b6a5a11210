// The solutions of a system of equations as formulas, read off model.h. Every unknown is given a stand-in
// variable and every definition is encoded over these once. What then depends on what is known: where
// stand-ins depend on one another in circles, some are guessed, every combination of values being one
// candidate, and the others follow from them by putting definitions in the place of stand-ins. So a candidate
// is at most one solution, and no solution is missed. A system without a circle has one candidate; an
// inductive one has the least fixpoint, reached in at most as many rounds as it has unknowns.
//
// No decision is taken inside: a definition that meets an incident makes an assignment no solution, and
// whatever cannot be encoded makes the whole system `not analysed`. Earlier systems that this one reads must
// be given.
#pragma once

#include <vector>

#include "compiler/smt/encode_terms.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

// Calls visit(arguments) for every tuple, in the order of a variable's cells.
template <class Visit>
void for_each_tuple(const Model& model, const std::vector<TypeId>& params, Visit visit) {
    std::vector<Value> arguments = dsl::mapped(params, [&](TypeId param) { return model.type(param).lo; });
    for (bool more = true; more;) {
        visit(arguments);
        more = false;
        for (std::size_t i = params.size(); i-- > 0 && !more;) {
            const Type& type = model.type(params[i]);
            more = arguments[i] < type.hi;
            arguments[i] = more ? arguments[i] + 1 : type.lo;
        }
    }
}

// Further ones do not exist.
inline constexpr Value most_solutions = 100;

const SolutionSet& solutions(TermEncoding& t, EquationsId system, const Surroundings& at);
// The unknowns' values where `chosen`, by candidate, holds, or the backups; elsewhere they mean nothing.
std::vector<Formula> values_in(TermEncoding& t, const SolutionSet& set, const std::vector<Formula>& chosen);
// These values are one of the solutions.
Formula is_solution(TermEncoding& t, const SolutionSet& set, const std::vector<Formula>& values);
// For systems too large to list: what follows from these values of the guessed unknowns solves the equations,
// whatever is preferred.
Formula follows(TermEncoding& t, const SolutionSet& set, const std::vector<Formula>& guessed);
const SystemReads& reads(TermEncoding& t, EquationsId system);

// How many solutions a system of equations has in a state: asked for itself, beside any transition.
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

// The values that the guessed unknowns may have; `follows` says which of them solve the system.
std::vector<ValueSet> guesses(const FormulaPool& pool, const SolutionSet& set);

}  // namespace errata::compiler
