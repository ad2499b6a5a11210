// What rules say of a derived value, or of a predicate that nobody ever asks, holds at any time: where it
// contradicts itself in a state that play reaches, that is a finding. (What is asked where it contradicts
// itself is met as an incident, with what comes of it.)
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/search/task.h"

namespace errata::checker {

struct Unasked {
    std::vector<Finding> findings = {};
    std::map<FindingCode, Fact> passed = {};  // what was not looked at, why, and what would help
};

// Of what code there are any, among those that are wanted.
std::set<FindingCode> codes_that_nobody_asks_for(const Task& task);

// For each of them whose contradiction the search of this setup did not meet: the first state in which a
// player decides something and no value is left to it for some arguments.
Unasked unasked_contradictions(const Task& task, const Reach& reach);

}  // namespace errata::checker
