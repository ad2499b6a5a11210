// Joins what runs over disjoint shards of the sets of a screen say (CompileOptions::screens) into what one
// run over all sets would say. The shards are about models of one spec that differ in the sets they lay out
// and in nothing else.
#pragma once

#include <vector>

#include "checker/verdict.h"

namespace errata::checker {

// Sets are counted together; an item does what it does in some shard. A shard speaks of the items in its sets
// alone; `items`: all, in the order in which they are told.
Screened joined(const Screened& a, const Screened& b, const std::vector<compiler::PrintedItem>& items);

// A claim holds of all sets if it holds of those of each shard. Findings are left for `merge` to fold.
CheckResult joined_shards(const compiler::Model& model, std::vector<CheckResult> shards);

// Of results that lack some of `shards`: nothing is claimed of all sets, and what no item was seen to do, it
// may do in a set that is missing.
void note_missing_shards(const std::vector<std::size_t>& missing, std::size_t shards, CheckResult& result);

}  // namespace errata::checker
