// The ways to divide an amount between things, as values of a type: a choice of one of them is an option like
// any other. What each of them gives to whom stands in tables.
#pragma once

#include "compiler/lower/lowering.h"

namespace errata::compiler {

// So many ways are looked at: as many as can be asked about at one point (smt/options.h, `option_limit`).
inline constexpr std::size_t most_splits = 4096;

// The ways to divide up to `amount` between the objects of some kinds, each of which gets at most so much.
// Made once for each key. Ways with a smaller sum come first: the first one gives nothing to anybody.
const Splits& splits(const Lowering& l, const SplitKey& key);

}  // namespace errata::compiler
