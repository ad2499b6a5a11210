// Play that never repeats a state because something grows with every round: numbers, or how many of an object
// there are (Inflation). Given one round, `judge` says whether it can be played for ever, in a game whose
// pools have no bound, by what the round means and not by how it is written:
//   numbers    the round is carried out once for any values (paths/path_run.h), which gives what it asks of
//              them and what it makes of them; a set of values that holds the present ones, in which all that
//              is asked is so, and which a round never leaves, is found and checked by Z3
//              (symbolic/inductive_set.h). How many there are of what grows are such numbers, too.
//   objects    some of those that equal the new ones are not touched by the whole round, as many as what is
//              evaluated can tell apart (bystanders.h).
// That is sufficient, not necessary: what is not shown here is not claimed.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/certify/growth_points.h"
#include "checker/rounds/twins.h"
#include "checker/symbolic/inductive_set.h"

namespace errata::checker {

struct Round {
    compiler::State first;
    std::vector<compiler::Successor> steps;  // comes back to `first` with more of the same
    Inflation inflation;
    bool forced = false;  // claimed: nobody has a choice in this round, nor in any later one
};

// What becomes of a round that is played again and again.
struct Recurrence {
    RoundFate fate = RoundFate::Undecided;
    // Ends: what it asks for and will not have. Undecided: what is not shown to stay as it is, or cannot be
    // followed. In words, with the place in the text.
    std::string because;
    std::optional<GrowthCertificate> certificate;  // Repeats, where nothing but numbers changes
    std::set<std::size_t> unsteady = {};  // cells of the first state that change by another amount each time

    bool infinite() const { return fate == RoundFate::Repeats; }
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
