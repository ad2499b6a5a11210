// Which registers and binders may hold an object of a type, or a set of such objects, anywhere in a program:
// by their numbers alone, so that what one piece of its code keeps somewhere counts for all others that use
// the same place.
#pragma once

#include <vector>

#include "compiler/ir/passes/programs.h"

namespace errata::compiler {

struct Places {
    std::vector<bool> registers;  // by number
    std::vector<bool> binders;    // by level
};
struct InSight {
    Places objects;
    Places sets;
};
InSight in_sight(const Model& model, const Program& program, TypeId type);

}  // namespace errata::compiler
