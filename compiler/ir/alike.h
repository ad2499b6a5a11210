// Objects that nothing tells apart: two objects of an interchangeable type whose exchange leaves a state as
// it is. Asked by the evaluator where it goes through objects in an order that nobody decides: which of two
// such comes first makes no difference.
#pragma once

#include "compiler/ir/evaluate.h"

namespace errata::compiler {

// Variables, waiting frames (from number `first_frame` on) and pending instances are the same with these two
// objects exchanged.
bool are_alike(const Model& model, const State& state, TypeId type, Value a, Value b,
               std::size_t first_frame);

}  // namespace errata::compiler
