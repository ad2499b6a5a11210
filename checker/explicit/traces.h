// Plays out of an exploration: shortest ways to states, and further, made by expanding the states on the way
// again.
#pragma once

#include <vector>

#include "checker/explicit/breadth_first.h"
#include "checker/trace.h"

namespace errata::checker {

// A shortest way to a state, and further through one of its successors (which may be an error).
Trace trace_to(const Exploration& exploration, StateId id);
Trace trace_to(const Exploration& exploration, StateId id, std::uint32_t successor);
Trace trace_of(const Exploration& exploration, const Met& met);

// Of each state, the initial one from which it was first reached.
std::vector<StateId> roots_of(const Exploration& exploration);

// Lengthens a play whose last state is one that `at` stands for by a transition like this edge of `at`.
// Returns where the edge leads.
StateId follow(const Exploration& exploration, Trace& play, StateId at, std::uint32_t edge);

}  // namespace errata::checker
