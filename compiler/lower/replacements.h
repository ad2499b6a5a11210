// What happens in place of an event. An *instance* is a replacing ability together with its bearer. While
// some instance applies, one of them is carried out instead, chosen by the declared player or by nobody; what
// it performs is the event as changed, to which the others may apply in turn, and the same one only if the
// game says so.
//
// Where the rules can stop, an event with several possible instances is an agenda item of its own: it waits
// at one point whose options are the instances, with registers for the roles and for the instances used up.
// Its last act may be the changed event: then the item goes on as that one, so a redirection without end is
// an ordinary cycle of states. Indivisible code has no room for that: there they follow one another in
// rounds, and nobody decides between them.
#pragma once

#include "compiler/lower/events.h"

namespace errata::compiler {

// The two ways an event can go; each may be made more than once.
struct Ways {
    Continuation act;
    Continuation skip;
};

// Is it clear which instance replaces the event, and that it does so once?
bool is_decided(const Lowering& l, const std::vector<PlacedAbility>& replacements);

// An event that nothing forbids: what replaces it, or `ways.act`. Behind it, if it may stop: `next`, in
// `outside`.
CodeId replaced(const Lowering& l, const Event& event, const Place& place, const Place& outside,
                const Ways& ways, const Continuation* next);

Event event_of(const Lowering& l, ActionId action, std::vector<TypedTerm> roles);

// The item of an event, as to_do has noted it.
void lower_event(const Lowering& l, const Event& event, const Place& place, PointId entry);

}  // namespace errata::compiler
