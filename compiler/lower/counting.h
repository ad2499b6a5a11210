// What an event counts as: `E counts as F`, said by some rules and denied by others. Where one denies it,
// whether this very event counts is a question: an open predicate of the roles of both, of which every rule
// on the way from the one action to the other speaks. Needed by whoever asks what rules say about an event;
// what the event then brings about is theirs.
#pragma once

#include "compiler/lower/place.h"

namespace errata::compiler {

// A CountsAs, said or denied.
void add_counting(const Lowering& l, const PlacedAbility& placed);

// When all of them are there: the questions, without what is said about them.
void pose_questions(const Lowering& l);

// When it is known what can happen: what is said about them.
void answer_questions(const Lowering& l);

// What else the event is. What it counts as in two ways with the same roles, it is once.
std::vector<CountedAs> counted(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles,
                               const Scope& scope);

}  // namespace errata::compiler
