// Play that never repeats a state because something grows with every round: counters, or how many of an
// object there are (Inflation). Given one round, `judge` says whether it can be played for ever, in a game
// whose pools have no bound: if everything that is evaluated on the way is blind to what grows, each later
// round is like the first.
//   counters   are read only to be compared with something bounded that they have left behind, moving away
//              from it, with room for a whole round's changes;
//   objects    some of those that equal the new ones (bystanders) are not touched by the whole round, as many
//              as the evaluated terms can tell apart: a term of n nested quantifiers over a pool sees no
//              difference between n equal objects and more of them. A comparison of their number with
//              something bounded by k counts as k + 1 quantifiers. Sums, `first` (but for a free place) and
//              reachability are refused.
// That is sufficient, not necessary: what is not shown here is not claimed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/loops/twins.h"

namespace errata::checker {

struct Round {
    compiler::State first;
    std::vector<compiler::Successor> steps;  // comes back to `first` with more of the same
    Inflation inflation;
    bool forced = false;  // claimed: nobody has a choice in this round, nor in any later one
};

// Whether a round can be played for ever.
struct Recurrence {
    bool infinite = false;
    std::string because;  // otherwise: what is not blind, in words
};
Recurrence judge(const compiler::Evaluator& evaluator, const Twins& twins, const Round& round);

struct Growth {
    std::vector<compiler::Successor> stem;  // from the given state to the round's first state
    Round round;
    Recurrence recurrence;
};

// Follows forced play for at most `steps` transitions; nothing if it ends, branches, repeats a state or finds
// no round.
std::optional<Growth> find_growth(const compiler::Evaluator& evaluator, const Twins& twins,
                                  const compiler::State& from, std::size_t steps);

// The one successor, if all that can happen comes to the same.
std::optional<compiler::Successor> forced_successor(const compiler::Evaluator& evaluator,
                                                    const compiler::State& state);

}  // namespace errata::checker
