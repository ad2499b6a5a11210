// Second pass: every ability of rules, readings and printed text goes to what it concerns: prohibitions and
// replacements to their action, triggers and phase hooks to the bag's triggers, statements to their open
// predicate, checks and endings to the model. Bodies of triggers and checks are lowered by `lower_abilities`,
// after all of them are known.
#pragma once

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

void place_abilities(World& world, const Modules& modules, const std::vector<CardText>& texts);
// One of them; continuous effects have places of their own (place_effect).
void place(World& world, const PlacedAbility& placed);
void lower_abilities(World& world);

}  // namespace errata::compiler
