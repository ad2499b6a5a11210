// Boards as types and constant tables. A grid has sites a1, b1, ... (columns are letters, row 1 is the top)
// and directions, which all grids of a spec share; `sites` are named one by one and joined by links. Both
// bring their geometry as functions: adjacent, distance; a grid also step, direction, column, row, between,
// and `opposite` of a direction.
#pragma once

#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Largest side of a grid: sites are named by one letter and a number.
inline constexpr std::int64_t longest_side = 26;

void declare_grid(World& world, const ast::Item& item, std::int64_t width, std::int64_t height);
void declare_sites(World& world, const ast::Item& item);

// The table `between(a, b, q)`: does the straight line from the middle of a to the middle of b cross the
// inside of q (a and b themselves left out)? Made when first asked for, since it has an entry for every three
// sites; false where that is too many or the board has no lines.
bool declare_between(World& world, TypeId site);

}  // namespace errata::compiler
