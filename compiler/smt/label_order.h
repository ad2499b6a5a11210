// The order in which a step's labels are encoded: a label after all those that may go to it, so that runs
// arriving from different places are merged before its code is encoded, once.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

struct LabelOrder {
    std::vector<LabelId> order;
    // A label that can reach itself without a stop in between: code without bound, which cannot be unrolled.
    bool has_circle = false;
};

LabelOrder label_order(const Model& model);

}  // namespace errata::compiler
