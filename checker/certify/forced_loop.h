// The second look at a loop that nobody is said to be able to leave. From the state where the loop of a play
// closes, everything that can happen is followed in the reference evaluator: there is always a successor,
// none is an error, cut or a new turn, and it comes to no end of new states only if the set is closed. Where
// nobody is said to have a choice, all successors of a state are the same. Where something grows with each
// round there are always new states; they are followed as far as that is worth the time.
#pragma once

#include <string>

#include "checker/trace.h"

namespace errata::checker {

struct ForcedLoop {
    bool mandatory = false;   // nobody has a choice; otherwise: no choice gets out
    bool within_turn = true;  // beginning a new turn gets out
    // There is no end of states: the scope cuts some off, and some numbers leave their range.
    bool grows = false;
    std::size_t max_states = 0;  // not followed beyond: the answer is then "too many states", if none grows
};

// What is wrong with it; empty if nothing is, or if states have too many names to compare. The loop begins
// after `stem` steps of the play.
std::string problem_of(const compiler::Evaluator& evaluator, const Trace& play, std::size_t stem,
                       const ForcedLoop& claimed);

}  // namespace errata::checker
