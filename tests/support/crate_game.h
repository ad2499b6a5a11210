// Random small games with objects that no rule can tell apart: three crates with fields, references between
// them, sets of them, instances and frames that hold them, and a counter that nothing reads. For whatever
// treats states as equal up to renaming.
#pragma once

#include <random>

#include "tests/support/model_builder.h"

namespace errata::tests {

struct CrateGame {
    // `score`: a counter that some rules add to, so that without slicing the states do not end.
    explicit CrateGame(std::uint32_t seed, bool score = false);

    compiler::Model model;
    TypeId crate;
    TypeId maybe_crate;
    TypeId crates;  // sets
};

// A well-formed state of the game, with any value in every cell that a rule could ever write.
compiler::State random_crates(const CrateGame& game, std::mt19937& random);

// The crates' new names, by old name.
std::vector<std::uint32_t> random_names(std::mt19937& random);

}  // namespace errata::tests
