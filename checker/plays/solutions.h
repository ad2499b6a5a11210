// What the solutions of a system of equations are in a state, in words: in which unknowns they differ, and
// where there is none or several, the smallest circle of unknowns that lean on one another. For findings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The system that an incident is about; nothing for other incidents.
struct AboutEquations {
    compiler::EquationsId system;
    bool is_none = false;  // it has no solution; else several
};
std::optional<AboutEquations> about_equations(const compiler::Model& model, compiler::IncidentId incident);

// The state in which the step taken from `before` solves the system: with what the step has changed until
// then. The state before, where it is not found.
compiler::State state_when_solved(const compiler::Evaluator& evaluator, const AboutEquations& about,
                                  const compiler::State& before, const compiler::Move& taken);

// Where the play ends: the state in which the system is solved as the incident has it.
compiler::State state_of_equations(const compiler::Evaluator& evaluator, const AboutEquations& about,
                                   const Trace& play);

// By solution: "moves(Red) is yes, moves(Blue) is no": the unknowns in which they differ. Empty if it has not
// several in this state.
std::vector<compiler::Phrase> solutions_in_words(const compiler::Evaluator& evaluator,
                                                 compiler::EquationsId system, const compiler::State& state);

// "burns(first) needs burns(second) to fail, which needs burns(third) to fail, which needs burns(first) to
// fail"; empty if nothing can be said.
compiler::Phrase circle_in_words(const compiler::Evaluator& evaluator, const AboutEquations& about,
                                 const compiler::State& state);

}  // namespace errata::checker
