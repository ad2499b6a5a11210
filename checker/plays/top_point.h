// Where the game waits: the point of the frame that is carried out next.
#pragma once

#include "compiler/ir/evaluate.h"
#include "compiler/ir/model.h"

namespace errata::checker {

// The point at which the top frame of a state waits; invalid if there is no frame.
compiler::PointId top_point(const compiler::Model& model, const compiler::State& state);

}  // namespace errata::checker
