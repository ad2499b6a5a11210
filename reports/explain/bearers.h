// Objects of a pool have no names of their own ("unit2"): who reads a play wants to know them by what they
// bear, and others as well. The start of the play still says who bears what.
#pragma once

#include "checker/trace.h"
#include "compiler/ir/model.h"
#include "reports/words/naming.h"

namespace errata::reports {

// The values of the type are printed items: cards, terrains.
bool are_printed(const compiler::Model& model, compiler::TypeId type);

// "unit1", "unit2": as the compiler calls the objects of `kind unit of 2`.
bool is_pool(const compiler::Type& type);

// What things are called in a play: "plays Tinker" for "plays unit2", "plays Tinker (unit2)" where two bear a
// Tinker. Objects that bear another item later, and those of a pool whose item does nothing, keep their
// names.
struct PlayNames {
    Naming everywhere;
    Naming in_moves;  // "plays ace (Tinker)", too, where the spec has a name for the object
};
PlayNames play_names(const compiler::Model& model, const checker::Trace& trace);

}  // namespace errata::reports
