// Which kinds have objects without an order: pools of which no rule names an object. Whatever goes through
// such objects one after the other goes in an order that nobody decides. What a setup, a scenario or a claim
// names does not count: it says where play begins and what is asked of it, not what the rules do.
#pragma once

#include "compiler/elaborate/declare.h"

namespace errata::compiler {

// Fills World::unordered.
void find_unordered(World& world, const Modules& modules);

}  // namespace errata::compiler
