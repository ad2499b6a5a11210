// Building blocks: nodes of code, points, labels, registers. Nothing here knows statements.
#pragma once

#include "compiler/lower/place.h"

namespace errata::compiler {

CodeId sequence(const Lowering& l, std::vector<CodeId> parts);
CodeId nothing(const Lowering& l);
CodeId if_else(const Lowering& l, TermId condition, CodeId then, CodeId otherwise, ClauseId clause);
CodeId for_each(const Lowering& l, std::uint32_t level, TypeId domain, TermId condition, CodeId body,
                ClauseId clause);
// `body` may speak of the binder of this level. The value may have been made where fewer were in sight.
CodeId let(const Lowering& l, std::uint32_t level, TermId value, CodeId body);
CodeId go(const Lowering& l, LabelId label);
CodeId stop(const Lowering& l, PointId point);
CodeId leaf(const Lowering& l, CodeKind kind);
// Behind the moment under way, where there is one: first what abilities add to its events, then who listens.
enum class Behind { Parts, Listeners };
CodeId behind_moment(const Lowering& l, const Place& place, Behind stage, CodeId code);
CodeId report(const Lowering& l, IncidentId incident, ClauseId clause, std::vector<TermId> about = {});
CodeId fork(const Lowering& l, IncidentId incident, std::vector<CodeId> outcomes, ClauseId clause);
CodeId set_register(const Lowering& l, std::uint32_t reg, TermId value);
// Set, Increase, Gain and Lose.
CodeId write(const Lowering& l, CodeKind kind, VarId var, std::vector<TermId> arguments, TermId value,
             ClauseId clause);
CodeId set(const Lowering& l, VarId var, std::vector<TermId> arguments, TermId value, ClauseId clause);
CodeId increase(const Lowering& l, VarId var, std::vector<TermId> arguments, TermId amount, ClauseId clause);
// Back to the initial value.
CodeId clear(const Lowering& l, VarId var, const std::vector<TermId>& arguments, ClauseId clause);
CodeId for_all_entries(const Lowering& l, VarId var, const Place& place,
                       const std::function<CodeId(const std::vector<TermId>&)>& body);
// The initial value for every entry of the variables.
CodeId reset(const Lowering& l, const std::vector<VarId>& variables, const Place& place);

// A point where the rules go on by themselves; `goes_on` says how, once that is known.
PointId rules_point(const Lowering& l, const std::string& name, const Place& place);
void goes_on(const Lowering& l, PointId point, const std::string& name, CodeId code);
// A continuation that makes its code once, behind a label.
Continuation shared(const Lowering& l, const std::string& name, const Continuation& next);
// The end of an agenda item.
Continuation returns(const Lowering& l);
// Does the code do nothing but that?
bool is_return(const Lowering& l, CodeId code);

// What may come between where the rules stop and go on by themselves.
enum class Between {
    // a stop that the rules do not speak of: the effect, or the turn, is in the middle of something
    Nothing,
    Others,    // state checks are carried out, and what is pending is placed
    Reactions  // likewise, and all that was placed is done: the game has come to rest
};
// A stop of the rules: the one way on is `next`.
CodeId pause(const Lowering& l, const std::string& name, const Place& place, Between between,
             const Continuation& next);
CodeId settle(const Lowering& l, const std::string& name, const Place& place, const Continuation& next);
// The same, but no stop where the game is at rest.
CodeId come_to_rest(const Lowering& l, const std::string& name, const Place& place, const Continuation& next);

// A number is stored as the range of the values it can take.
TypeId storable(const Lowering& l, const TypedTerm& value);
// A register of the frame, live from here on; adds the local.
std::uint32_t claim_register(const Lowering& l, Place& place, typed::LocalId local, const std::string& name,
                             TypeId type);
// One that no rule speaks of.
std::uint32_t claim_internal(const Lowering& l, Place& place, const std::string& name, TypeId type);
// What the register claimed last holds.
TermId last_claimed(const Lowering& l, const Place& place);
bool is_fixed_value(const Lowering& l, TermId term);
// The place of a member in a set over its type.
TermId position_in_set(const Lowering& l, TermId member, TypeId element);
// The bit of an object in a set over its kind.
TermId bit_of(const Lowering& l, TermId object, TypeId kind);
// A reference that an event hands on: none if the object was destroyed by it.
TermId alive(const Lowering& l, TermId object, TypeId type);
// The value, by way of a table of that name, which has none for what is outside of the type.
TermId itself(const Lowering& l, TypeId type, const std::string& name, TermId value);
// An object that must be there: where it is none it is undefined to ask for its `asked`.
TermId not_none(const Lowering& l, const std::string& asked, TypeId type, TermId object);
// Is the limit of an ability not reached yet?
TermId is_below(const Lowering& l, VarId limit, const std::vector<TermId>& whose, Value most);

}  // namespace errata::compiler
