// One form for what is one change: a Set to what the cell holds and something more is an Increase, or of a
// set a Gain or Lose. Behind lowering, before anything searches the model or asks what commutes, so that
// `n := n + 1` is found to do what `n += 1` does. Where everything happens at the same moment the two differ
// (Sets of one cell are in conflict, increases add up), and stay as they are written.
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

void make_writes_relative(Model& model);

}  // namespace errata::compiler
