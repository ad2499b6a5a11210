// Does it matter in which order nobody decides? Each of two pending triggers first, each option of a choice
// that is left to nobody, each outcome of what nobody decides inside something indivisible: followed until
// play has come to rest.
#pragma once

#include "tests/oracle/search.h"

namespace errata::oracle {

enum class Matters { No, Yes, Unknown };  // Unknown: an order leads to an error, is cut, or takes too long

// The order of what is pending in this state.
Matters order_matters(const Transitions& transitions, const State& state);
// What is chosen by nobody in this state.
Matters choice_matters(const Transitions& transitions, const State& state);
// Which of two things comes first that a player picks one after the other in the rounds of a `repeat`.
Matters picks_matter(const Transitions& transitions, const State& state);
// Which object of a `for each` comes next, in a loop that stops on its way: compared at its end.
Matters next_matters(const Transitions& transitions, const State& state);
// What nobody decides inside one of its moves.
Matters outcome_matters(const Transitions& transitions, const State& state);

}  // namespace errata::oracle
