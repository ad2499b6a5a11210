// What rules say of a derived value, or of a predicate that nobody ever asks, holds at any time: where it
// contradicts itself in a state that play reaches, that is a finding. (What is asked where it contradicts
// itself is met as an incident, with what comes of it.)
#pragma once

#include "checker/search/task.h"

namespace errata::checker {

// For each of them whose contradiction the search of this setup did not meet: the first state in which a
// player decides something and no value is left to it for some arguments. What is not looked at, for want of
// time or for too many arguments, is told.
std::vector<Finding> unasked_contradictions(Task& task, const Reach& reach);

}  // namespace errata::checker
