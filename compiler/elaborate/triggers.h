// Abilities that become agenda items: each gets a trigger of the model, whose arguments are what its block
// will speak of.
#pragma once

#include "compiler/elaborate/world.h"

namespace errata::compiler {

// The trigger of a `when` or `at`; `params`: of the action it listens to.
ActionTrigger make_trigger(World& world, const PlacedAbility& placed, const std::vector<TypeId>& params);

// The item of a window: by itself or before or after an action.
std::size_t window_item(World& world, const ast::Item& window, ast::Side side, const std::string& action);

// A `may` ability goes to its window.
void place_play(World& world, const PlacedAbility& placed);

// `as soon as C`: caught by a state check when C holds and it is not under way already.
void place_state_trigger(World& world, const PlacedAbility& placed);

}  // namespace errata::compiler
