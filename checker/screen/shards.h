// Joins what runs over disjoint shards of the sets of a screen say (CompileOptions::screens) into what one
// run over all sets would say. The shards are about models of one spec that differ in the sets they lay out
// and in nothing else.
#pragma once

#include <vector>

#include "checker/verdict.h"

namespace errata::checker {

// Sets are counted together; an item does what it does in some shard.
Screened joined(const Screened& a, const Screened& b);

// A claim holds of all sets if it holds of those of each shard. Findings are left for `merge` to fold.
CheckResult joined_shards(std::vector<CheckResult> shards);

}  // namespace errata::checker
