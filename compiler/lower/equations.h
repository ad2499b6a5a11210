// Computed values as a whole: told apart into those that are written out where they are asked and those that
// lean on themselves and so are unknowns of simultaneous equations.
#pragma once

#include "compiler/lower/computed.h"

namespace errata::compiler {

// Which values ask which (each definition is made once, in a model that is thrown away), and so the systems
// of equations, in the order in which they ask each other; open functions for values that several effects
// set. Neither has its definitions yet.
ComputedAnswers arrange_equations(const Lowering& l);

// The definitions, incidents, and what sets a value.
void define_equations(const Lowering& l, const ComputedAnswers& answers);

}  // namespace errata::compiler
