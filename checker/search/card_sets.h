// Small games of a setup that leaves its cards open: one or two cards that act later than they are played
// (their text has triggers), on a board that is otherwise as it is initially. What loops, waits and orders
// need is cards that react, not an exotic board; enumerating small sets of them is cheap where listing the
// setup is out of the question (the funnel of the README). Where no card reacts it is the plain board alone.
// An under-approximation: what is found is real, what is not found says nothing about larger games.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The initial states of each small game, smaller sets first; each satisfies the setup.
std::vector<std::vector<compiler::State>> small_games(const compiler::Evaluator& evaluator,
                                                      const compiler::Setup& setup);

}  // namespace errata::checker
