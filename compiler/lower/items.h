// The agenda items that abilities become: announcing targets, responses, and what is done when the item is
// carried out.
#pragma once

#include "compiler/lower/code.h"
#include "compiler/lower/lowering.h"

namespace errata::compiler {

// The arguments of a trigger as names in sight of its item. `arguments`: their locals, in order; those left
// out have none.
Place item_place(const Lowering& l, TriggerId trigger, const PlacedAbility& placed);
Place item_place(const Lowering& l, TriggerId trigger, const PlacedAbility& placed,
                 const std::vector<typed::LocalId>& arguments);
// The locals of a listener's or play's arguments.
std::vector<typed::LocalId> arguments_of(const Listener& listener);
std::vector<typed::LocalId> arguments_of(const Play& play);

// The points and code of an agenda item: `place` has its arguments. Targets are chosen when it is put there
// if it `announces`; then come responses, if the game has them, and what its ability says, if the targets are
// still right. Behind the body: `finish`.
void lower_item(const Lowering& l, TriggerId trigger, const PlacedAbility& placed, Place place,
                bool announces, const Continuation& finish);

// All abilities that act by themselves: agenda items of triggers and plays, windows, state checks, endings.
void lower_abilities(const Lowering& l);

}  // namespace errata::compiler
