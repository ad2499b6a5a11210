// What is said of a round with which something grows: the amounts, the changes of the round shown, and what
// the second look is given.
#pragma once

#include "checker/rounds/growth.h"
#include "checker/verdict.h"

namespace errata::checker {

// So many more objects of a pool with each round.
Fact more_of(const PoolCells& cells, std::size_t pool, std::size_t number);

// Sets `growth`, `net_change` and `certificate`.
void describe_growth(const compiler::Model& model, const Twins& twins, const Round& round,
                     const Recurrence& recurrence, LoopFacts& facts);

}  // namespace errata::checker
