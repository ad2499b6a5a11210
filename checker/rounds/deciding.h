// What an ending waits for, behind rounds that change nothing but numbers: which of the numbers decide, and
// by that whether a round would go on for ever if the ending did not come. For loop.lethal, forced
// (forced_lethal) and chosen (lethal_play).
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "checker/rounds/number_rounds.h"

namespace errata::checker {

// Of the cells that the rounds change, those without whose last change the same moves do not lead to that
// ending. `play` leads to the ending; its last round ends after `last` steps.
std::set<std::size_t> deciding_cells(const compiler::Evaluator& evaluator, const Trace& play,
                                     std::size_t last, const NumberRounds& rounds);

// Could the round be played for ever, but for the limits of ranges, and, unless there are none of these
// cells, but for what endings ask and what is asked of these cells on the way to an ending or to a value?
// What a guard or a `repeat while` asks counts in any case: such rounds end by themselves. `steps`: the
// round, from `first`. `forced`: and nobody had a choice.
bool repeats_but_for(const compiler::Evaluator& evaluator, const compiler::State& first,
                     const std::vector<compiler::Successor>& steps, const std::set<std::size_t>& cells,
                     bool forced);

}  // namespace errata::checker
