// What the frames of one sort run through: labels and points that lead to each other, and the triggers that
// begin there. Frames of different programs share no registers.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

struct Program {
    std::vector<LabelId> labels;
    std::vector<PointId> points;
    std::vector<TriggerId> triggers;
};
std::vector<Program> programs(const Model& model);

}  // namespace errata::compiler
