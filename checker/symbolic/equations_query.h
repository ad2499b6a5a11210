// Has a system of equations one solution on every well-formed board, reachable or not? Two questions, each a
// formula over the state: is there a board with several solutions, and one with none and no backups? Where
// the solutions can be listed (encode_equations) both are asked at once. A larger system is asked with two
// copies of its unknowns for several. For none, guesses are collected: a board on which none of those known
// solves the equations either has another guess that does, which is added, or has none at all.
//
// What is found must be looked at again in the evaluator; what is excluded is excluded for every board of the
// scope. A board on which an earlier system that this one reads has none or several is left to the question
// about that one.
#pragma once

#include <optional>
#include <string>

#include "checker/symbolic/solver.h"
#include "compiler/ir/evaluate.h"
#include "compiler/smt/options.h"

namespace errata::checker {

struct EquationsQueryOptions {
    unsigned resources = 4'000'000;  // Z3 resource units per check; 0: no limit
    double seconds = 0;              // per check; 0: no limit
    std::size_t rounds = 200;        // guesses collected
    compiler::EncoderOptions encoder;
};

struct BoardAnswer {
    Answer answer = Answer::Unknown;       // Unsat: no board
    std::optional<compiler::State> state;  // Sat
    std::optional<Fact> reason;            // Unknown
};

struct EquationsAnswer {
    BoardAnswer several;
    BoardAnswer none;
};

EquationsAnswer equations_query(const compiler::Model& model, compiler::EquationsId system,
                                const EquationsQueryOptions& options = {});

}  // namespace errata::checker
