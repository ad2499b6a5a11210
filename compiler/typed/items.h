// The items of a spec, each sort typed into its place in the Program.
#pragma once

#include "compiler/typed/abilities.h"

namespace errata::compiler::typed {

// What is known before anything happens: initial values, printed values.
void constants(const Typing& t, const Modules& modules);
void definitions(const Typing& t);
void computed_values(const Typing& t);
void open_functions(const Typing& t);
void actions(const Typing& t);
void windows(const Typing& t);
void printed_kinds(const Typing& t);
void rules(const Typing& t, const Modules& modules);
void turn(const Typing& t);
// What meta-rules say about players must mean something somewhere.
void meta_rules(const Typing& t, const Modules& modules);
void setups(const Typing& t, const Modules& modules);
void screens(const Typing& t, const Modules& modules);
void scenarios(const Typing& t, const Modules& modules, const std::string& only);
// What is said about actions holds in every play, also in those of a scenario.
void rulings(const Typing& t, const Modules& modules);
// Checks, rulings about states, partitions.
void claims(const Typing& t, const Modules& modules);

}  // namespace errata::compiler::typed
