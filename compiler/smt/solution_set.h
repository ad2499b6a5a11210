// The solutions of a system of equations as formulas, and what is remembered of systems between two
// questions. Made by encode_equations; a term that asks for an unknown reads its values from here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/ir/term.h"
#include "compiler/smt/feedback.h"
#include "compiler/smt/formula.h"

namespace errata::compiler {

struct SolutionSet {
    bool is_encoded = true;      // the definitions are
    bool is_analysed = true;     // the solutions are listed
    std::string reason;          // why they are not, unless it is a term's
    std::vector<Formula> holds;  // by candidate: it is one of the solutions that count
    Formula unsolved;            // there is no solution
    Formula none;                // nor are there backups
    Formula several;
    Formula beyond;                // more than most_solutions
    std::vector<Formula> backups;  // where unsolved and not none
    // By unknown: all arguments of the first family, then of the next; arguments as the cells of a variable.
    std::vector<Formula> stand_ins;
    std::vector<Formula> definitions;  // over the stand-ins, where `sound` holds
    Formula sound;                     // no definition is undefined, outside its type or undetermined
    Feedback dependencies;
    Formula preference;                       // over the stand-ins, where it counts; invalid without one
    Formula preferable;                       // it is defined and undetermined nowhere
    Formula competed;                         // a solution is preferable
    Formula best;                             // and this is the greatest preference of one
    std::vector<std::vector<Value>> guesses;  // by candidate, of the guessed unknowns
    std::vector<Formula> fixed;               // with one candidate: its values
};

// What a system's definitions read: the cells of these variables, and earlier systems.
struct SystemReads {
    std::vector<VarId> variables;
    std::vector<std::uint32_t> systems;
};

struct SystemsKnown {
    std::map<std::uint32_t, SystemReads> reads;  // by system, as the next
    std::map<std::uint32_t, std::vector<Formula>> stand_ins;
    std::map<std::vector<std::uint32_t>, SolutionSet> solutions;  // by system and what it reads
};

}  // namespace errata::compiler
