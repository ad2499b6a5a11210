// The phrases of a game as a chart grammar, and the abilities that their bodies stand for. Lines are read by
// lines.h.
#pragma once

#include <vector>

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Categories and phrases of all modules, checked; seals the grammar. Names of enums, kinds and printed items
// are categories too.
void declare_phrases(World& world, const Modules& modules);

// Abilities as written, holes among them expanded.
std::vector<PlacedAbility> expand(World& world, const std::vector<ast::Ability>& abilities,
                                  PlacedAbility place);

}  // namespace errata::compiler
