// Choices: what one owner may pick from.
#pragma once

#include "compiler/lower/code.h"

namespace errata::compiler {

// Who decides at the point.
// A player who decides: where that is none, it is undefined whose decision it is.
TermId who_chooses(const Lowering& l, TermId player);
void set_owner(const Lowering& l, Point& point, const typed::Chooser& chooser, const Place& place);
// Everything of the point but its options.
Point choice_point(const Lowering& l, const typed::Stmt& stmt, const Place& place);
// What the names in its label show.
void show(const Lowering& l, PointOption& option, const std::vector<typed::Shown>& shown, const Place& place);

}  // namespace errata::compiler
