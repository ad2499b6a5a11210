// Boards as types and constant tables. A grid has sites a1, b1, ... (columns are letters, row 1 is the top)
// and directions, which all grids of a spec share; `sites` are named one by one and joined by links. Both
// bring their geometry as functions: adjacent, distance; a grid also step, direction, column, row, between,
// one of squares what shares a side (orthogonal) and what shares a corner alone (diagonal), and all grids
// together `opposite` and `turned` of a direction.
#pragma once

#include <optional>
#include <vector>

#include "compiler/resolve/names.h"
#include "compiler/resolve/reporter.h"

namespace errata::compiler {

// Largest side of a grid: sites are named by one letter and a number.
inline constexpr Value longest_side = 26;

// The directions of all grids of a spec, and how many of them make a full turn: those of squares, with
// diagonals, or of hexes (six of the eight names are in use, unless there are squares as well).
enum class Compass { Four, Six, Eight };

void declare_grid(Names& names, const Reporter& reporter, const ast::Item& item, Value width, Value height,
                  Compass compass);
void declare_sites(Names& names, const Reporter& reporter, const ast::Item& item);

// The values of the table `between(a, b, q)`: does the straight line from the middle of a to the middle of b
// cross the inside of q (a and b themselves left out)? It has an entry for every three sites and is made only
// where it is asked for. Nothing where that is too many, or the board has no lines.
std::optional<std::vector<Value>> lines_between(const Names& names, TypeId site);

}  // namespace errata::compiler
