// What leads to itself, where that would have no end when it is written out: actions that perform each other.
// (Definitions that ask each other are found while they are typed.)
#pragma once

#include "compiler/typed/scope.h"

namespace errata::compiler::typed {

// Needs all rules typed.
void find_circles(const Typing& typing);

}  // namespace errata::compiler::typed
