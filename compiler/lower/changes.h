// Statements that change what is stored, and what a text refers back to. Objects come, leave a zone, leave
// the game; what refers to them then, and the order in which they were marked.
#pragma once

#include "compiler/lower/code.h"

namespace errata::compiler {

// Sets the zone of an object: its stay ends if that is another zone.
CodeId move(const Lowering& l, VarId zone_field, TermId mover, TermId goal, const Place& place);

// Everything that ends when the object leaves, its zone or (`for_good`) the game: fields and entries of
// relations about it; references to it in fields, sets, and on the agenda. Needs all variables.
CodeId forget(const Lowering& l, TermId object, TypeId kind, bool for_good, const Place& place);

}  // namespace errata::compiler
