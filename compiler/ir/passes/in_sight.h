// Which registers and binders may hold an object of a type, anywhere in a model: by their numbers alone, so that what one piece of
// code keeps somewhere counts for all others that use the same place.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

struct InSight {
    std::vector<bool> registers;  // by number
    std::vector<bool> binders;    // by level
    bool sets = false;            // some register or binder may hold a set of such objects
};
InSight in_sight(const Model& model, TypeId type);

}  // namespace errata::compiler
