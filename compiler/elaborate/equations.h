// Computed values as a whole: declared, told apart into those that are written out where they are asked and
// those that lean on themselves and so are unknowns of simultaneous equations, and given their definitions.
//
//   declare_computed    names and types
//   place_effect        a continuous effect goes to the value that it changes (effects.cpp)
//   arrange_equations   which values ask which (each definition is tried once); systems of equations, in the
//                       order in which they ask each other
//   define_equations    the definitions, incidents, and what sets a value
#pragma once

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

// `claim` takes a name that is called, and says whether it was free.
void declare_computed(World& world, const Modules& modules,
                      const std::function<bool(const std::string&, dsl::Span)>& claim);
// An Effect or Effects.
void place_effect(World& world, const PlacedAbility& placed);
// `statements`: the abilities that speak about open functions.
void arrange_equations(World& world, const Modules& modules, const std::vector<PlacedAbility>& statements);
void define_equations(World& world);

}  // namespace errata::compiler
