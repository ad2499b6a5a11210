// Every ability of rules, readings and printed text goes to what it concerns: prohibitions and replacements
// to their action, triggers to what sets them off, plays to their window, effects to the value they change.
#pragma once

#include "compiler/lower/lowering.h"
#include "compiler/read/lines.h"

namespace errata::compiler {

// All abilities with their clauses, in the order of the spec; the printed items of the model. Actions get
// their clauses, windows their items, computed values their effects.
std::vector<PlacedAbility> place_abilities(const Lowering& l, const ReadTexts& texts);

// Each to what it concerns; needs effects and equations to be arranged.
void arrange(const Lowering& l, const std::vector<PlacedAbility>& all);

// Which replacements can meet the event that they replace again: because what they do in its place is, or
// leads through other replacements to, an event of the same action. Only of these has to be remembered whom
// they have helped already.
void find_recurring(const Lowering& l);

}  // namespace errata::compiler
