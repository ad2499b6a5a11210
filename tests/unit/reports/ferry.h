// A made-up game for tests of reports and saved files, written by hand so that it needs no front end: two
// boats on four squares, a tide that the rules turn every night. Its texts lie in a source file of two
// clauses.
#pragma once

#include "checker/verdict.h"
#include "dsl/source/source_file.h"
#include "tests/support/model_builder.h"

namespace errata::tests {

struct Ferry {
    compiler::Model model;
    dsl::SourceSet sources;
    VarId at;      // boat.at: square
    VarId ground;  // square.ground: Land, Bog
    VarId tide;    // bool, open in the setup
    ClauseId rowing;
    ClauseId night;
};

// `tidal`: the night turns the tide; without, the same moves have another effect.
Ferry ferry(bool tidal = true);

// Plays by the texts of the moves ("rows A to b1"); the names must occur.
checker::Trace play(const compiler::Model& model, const std::vector<std::string>& moves);

// A finding with that play as its witness.
checker::Finding finding_with(const Ferry& game, const std::vector<std::string>& moves);

}  // namespace errata::tests
