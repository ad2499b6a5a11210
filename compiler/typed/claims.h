// Where play begins and what is claimed of it: setups, screens, scenarios, checks, rulings and partitions.
// Each sort is typed into its place in the Program. The last of the items: everything else is typed before.
#pragma once

#include "compiler/typed/abilities.h"

namespace errata::compiler::typed {

void setups(const Typing& t, const Modules& modules);
void screens(const Typing& t, const Modules& modules);
void scenarios(const Typing& t, const Modules& modules, const std::string& only);
// What is said about actions holds in every play, also in those of a scenario.
void rulings(const Typing& t, const Modules& modules);
// Checks, rulings about states, partitions.
void claims(const Typing& t, const Modules& modules);

}  // namespace errata::compiler::typed
