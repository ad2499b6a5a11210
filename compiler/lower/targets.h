// What an ability is aimed at: chosen when it is announced, asked again when it is carried out; and what of
// it is done where some of that is illegal by then. Needed by windows and by items of the agenda.
#pragma once

#include "compiler/lower/code.h"

namespace errata::compiler {

// Gives a name to something that is looked for: as a register of an option, or as a binder.
using Bind = std::function<TermId(typed::LocalId, const std::string&, TypeId)>;

// That there are such things, of which the condition holds; `place` is where `bind` adds names.
TermId look_for(const Lowering& l, const std::vector<typed::Binder>& binders,
                const std::vector<typed::Expr>& condition, const Place& place, const Bind& bind);

// How many each demand takes, for each way in which they can be announced.
using Numbers = std::vector<Value>;
std::vector<Numbers> numbers_of_targets(const typed::Ability& ability);
// What is aimed at in such numbers, and that it may be; `place` gets the names of all of it.
TermId aim(const Lowering& l, const typed::Ability& ability, const Numbers& numbers, Place& place,
           const Bind& bind);
// What the option shows of demands that take nothing, although they may take several.
void show_targets(const Lowering& l, PointOption& option, const typed::Ability& ability, const Place& place);

// What an item of the agenda keeps of its targets.
struct KeptTarget {
    typed::LocalId local;
    std::string name;
    TypeId type;
};
std::vector<KeptTarget> kept_targets(const Lowering& l, const typed::Ability& ability);
bool takes_several(const typed::Ability& ability);

// The code of the ability's body, which `body` makes, as far as its targets are still legal; without it the
// item leaves the agenda.
CodeId as_far_as_legal(const Lowering& l, const PlacedAbility& placed, const Place& place,
                       const std::function<CodeId(const Place&)>& body);
// That all targets are legal which the statement itself speaks of; nothing where it speaks of none that have
// to be asked.
std::optional<TermId> speaks_of_legal(const Lowering& l, const typed::Stmt& stmt, const Place& place);
// Likewise of all that a block speaks of, in its blocks, too.
std::optional<TermId> speaks_of_legal(const Lowering& l, const typed::Block& block, const Place& place);

}  // namespace errata::compiler
