// What becomes of stretches of play in which nobody has a choice, beyond coming back to a state:
//   loop.agenda  each round leaves more to be done than it found, so that the scope cuts it off. The agenda
//                is read at one end alone: what lies below the item under way does not matter as long as play
//                never comes down to it, so a round that returns to the same top of a higher agenda,
//                everything else equal, can be played again for ever. In a queue, or a bag from which one is
//                taken at a time, equal items that a round does not get to do not matter.
//   loop.mandatory  rounds that change numbers by the same amounts until one leaves its range, which is an
//                error there; but for the range they would never end (number_rounds.h; growth.h where there
//                are more of some objects with each round, too).
//   loop.lethal  two rounds or more with the same change of numbers, and then an ending: what looked like a
//                loop has an end.
#pragma once

#include <vector>

#include "checker/search/workbench.h"
#include "checker/verdict.h"

namespace errata::checker {

// Per code and clauses the nearest.
std::vector<Finding> find_in_forced_play(const Reach& reach);

}  // namespace errata::checker
