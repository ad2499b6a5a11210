// Abilities that become agenda items: each gets a trigger of the model, whose arguments are what its block
// will speak of.
#pragma once

#include "compiler/lower/lowering.h"

namespace errata::compiler {

// Of a `when` or `at`; `params`: of the action it listens to.
Listener make_listener(const Lowering& l, const PlacedAbility& placed, const std::vector<TypeId>& params);

// The item of a window: by itself, or before or after an action. Its place in Arranged::windows.
std::size_t window_item(const Lowering& l, WindowId window, ast::Side side, ActionId action);

// A `may` ability goes to its window.
void place_play(const Lowering& l, const PlacedAbility& placed);

// `as soon as C`: caught by a state check when C holds and it is not under way already.
void place_state_trigger(const Lowering& l, const PlacedAbility& placed);

}  // namespace errata::compiler
