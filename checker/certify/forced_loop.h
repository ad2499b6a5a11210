// The second look at a loop that nobody is said to be able to leave. From the state where the loop of a play
// closes, everything that can happen is followed in the reference evaluator: there is always a successor,
// none is an error, cut or a new turn, and it comes to no end of new states only if the set is closed. Where
// nobody is said to have a choice, all successors of a state are the same.
#pragma once

#include <string>

#include "checker/trace.h"

namespace errata::checker {

struct ForcedLoop {
    bool mandatory = false;      // nobody has a choice; otherwise: no choice gets out
    bool within_turn = true;     // beginning a new turn gets out
    std::size_t max_states = 0;  // not followed beyond; the answer is then "too many states"
};

// What is wrong with it; empty if nothing is, or if states have too many names to compare. The play has a
// `loop_start`.
std::string problem_of(const compiler::Evaluator& evaluator, const Trace& play, const ForcedLoop& claimed);

}  // namespace errata::checker
