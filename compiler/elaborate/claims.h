// Last pass: what is held against the rules. Setups and scenario beginnings are carried out at compile time
// on the initial values; checks, rulings, expectations and acceptances become values of the Model. Needs the
// finished rules and layout.
#pragma once

#include <string>

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

// What the scope says of readings; before the setups.
void bound_readings(World& world);
void elaborate_setups(World& world, const Modules& modules);
// Scenarios without pools of their own, or only the one named.
void elaborate_scenarios(World& world, const Modules& modules, const std::string& only);
void elaborate_claims(World& world, const Modules& modules);
void elaborate_partitions(World& world, const Modules& modules);

}  // namespace errata::compiler
