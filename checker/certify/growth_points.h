// The second look at a round that changes nothing but numbers and is said to repeat for ever. What it rests
// on is a set of values that it never leaves (rounds/growth.h, by symbolic execution). Here the round is
// played in the reference evaluator, from values in that set: those that later rounds begin with, and others
// picked at random, at the set's edges as well. Each has to be possible, to leave all else as it was, and to
// come to the values foreseen.
#pragma once

#include <string>
#include <vector>

#include "checker/paths/linear.h"
#include "checker/trace.h"

namespace errata::checker {

// Numbers in `cells`; in the set each of `bounds` is 0 or less; a round makes `after` of them.
struct GrowthCertificate {
    std::vector<std::size_t> cells;
    std::vector<Linear> bounds;
    std::vector<Linear> after;
};

// What is wrong with it; empty if nothing is. The round begins after `stem` steps of the play; `forced`:
// nobody has a choice on the way.
std::string problem_of(const compiler::Evaluator& evaluator, const Trace& play, std::size_t stem,
                       const GrowthCertificate& certificate, bool forced);

}  // namespace errata::checker
