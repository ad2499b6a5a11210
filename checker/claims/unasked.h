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
    std::set<FindingCode> looked_for = {};           // of which there is something that nobody asks
    std::map<FindingCode, std::string> passed = {};  // what was not looked at, why, and what would help
};

// Are there any, of codes that are wanted?
bool has_what_nobody_asks(const Task& task);

// For each of them whose contradiction the search of this setup did not meet: the first state in which a
// player decides something and no value is left to it for some arguments.
Unasked unasked_contradictions(const Task& task, const Reach& reach);

}  // namespace errata::checker
