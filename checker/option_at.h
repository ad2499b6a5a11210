// An option of a choice, by where it can be taken: the point, and its place among the options there.
#pragma once

#include <cstdint>
#include <utility>

#include "compiler/ir/play.h"

namespace errata::checker {

using OptionAt = std::pair<compiler::PointId, std::uint32_t>;

}  // namespace errata::checker
