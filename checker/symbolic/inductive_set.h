// Whether a round that changes numbers linearly can be gone for ever: a set of points that holds the start,
// lies inside the round's condition and is kept by its effect. Bounds among and near the condition's own are
// proposed, and those that the effect does not keep are dropped until what is left is inductive (Houdini:
// Flanagan, Leino 2001). Z3 decides over whole numbers without bound.
#pragma once

#include <optional>
#include <vector>

#include "checker/paths/linear.h"

namespace errata::checker {

// What one round asks and makes of its numbers.
struct Requirement {
    Linear form;          // is 0 or less
    bool pinned = false;  // only then is the round known to be this one: a round need not end where it fails
};
struct LinearRound {
    std::vector<Requirement> required;
    std::vector<Linear> after;           // by variable
    std::vector<compiler::Value> start;  // a point at which all that is required holds
};

enum class RoundFate {
    Repeats,   // for ever: `bounds` is the set
    Ends,      // in the end `witness`, a requirement, fails: each round brings it nearer to that
    Undecided  // `witness` is a requirement that could not be shown to stay
};

struct RoundAnswer {
    RoundFate fate = RoundFate::Undecided;
    std::vector<Linear> bounds;  // each is 0 or less
    std::size_t witness = 0;     // number of a requirement
};

RoundAnswer fate_of(const LinearRound& round);

}  // namespace errata::checker
