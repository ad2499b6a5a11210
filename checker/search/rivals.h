// Which triggers may wait at the same time and get in each other's way, as far as the program's text tells:
// instances of both can be put into the bag between two stops, and one changes a variable that the other
// reads or changes. A guess in both directions, for choosing what to look at; whether an order matters is
// decided on states.
#pragma once

#include <utility>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

std::vector<std::pair<compiler::TriggerId, compiler::TriggerId>> rivals(const compiler::Model& model);

}  // namespace errata::checker
