// A grid as types and constant tables: its sites a1, b1, ... (columns are letters, row 1 is the top), the directions that
// all grids share, and the geometry as functions: step, adjacent, distance, direction, column, row, and `opposite` of a direction.
#pragma once

#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Largest side of a grid: sites are named by one letter and a number.
inline constexpr std::int64_t longest_side = 26;

void declare_grid(World& world, const ast::Item& item, std::int64_t width, std::int64_t height);

}  // namespace errata::compiler
