// Which reached states pass a condition, and which does first.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "checker/search/reach.h"

namespace errata::checker {

// What is asked of states, and by variable whether the answer may depend on it; without `reads` it may depend
// on all of the state, what is still to be done included. `also` is asked where it passes, and may depend on
// whatever it likes.
struct StateCondition {
    std::function<bool(const compiler::State&)> passes;
    std::optional<std::vector<bool>> reads = {};
    std::function<bool(const compiler::State&)> also = {};
};
// That the term, in this evaluator, says 1.
StateCondition that_holds(const compiler::Evaluator& evaluator, compiler::TermId term);

// For each of several conditions, the first state reached (in the order of shortest ways) that passes; the
// states are gone over once.
std::vector<std::optional<StateId>> first_states(const Reach& reach,
                                                 const std::vector<StateCondition>& conditions);
std::optional<StateId> first_state(const Reach& reach, const StateCondition& condition);

// The first state, from this one on, that passes and in which a player decides something.
std::optional<StateId> first_of_player(const Reach& reach, StateId from,
                                       const std::function<bool(const compiler::State&)>& passes);

// By node of the arena; choice nodes have `otherwise`.
StateSet states_where(const Reach& reach, const std::function<bool(const compiler::State&)>& passes,
                      bool otherwise = false);

}  // namespace errata::checker
