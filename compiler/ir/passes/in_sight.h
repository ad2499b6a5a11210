// What can be in sight in a program: which registers and binders may hold an object of a type, or a set of
// such objects. Decided by their numbers alone, so that what one piece of its code keeps somewhere counts for
// all others that use the same place.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

// What the frames of one sort run through: labels and points that lead to each other, and the triggers that
// begin there. Frames of different programs share no registers.
struct Program {
    std::vector<LabelId> labels;
    std::vector<PointId> points;
    std::vector<TriggerId> triggers;
};
std::vector<Program> programs(const Model& model);

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
