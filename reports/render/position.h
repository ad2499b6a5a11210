// A position as text: the board drawn, below it what differs from the beginning, and what is still to be
// done.
#pragma once

#include <string>

#include "reports/explain/position.h"

namespace errata::reports {

// With `everything` also the values that are as they were declared.
std::string render_position(const PositionLines& position, bool everything);

}  // namespace errata::reports
