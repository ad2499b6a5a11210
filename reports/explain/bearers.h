// Objects of a pool have no names of their own ("unit2"): who reads a play wants to know them by what they
// bear, and others as well. The start of the play still says who bears what.
#pragma once

#include <map>
#include <string>

#include "checker/trace.h"
#include "compiler/ir/model.h"
#include "reports/report.h"

namespace errata::reports {

// The values of the type are printed items: cards, terrains.
bool are_printed(const compiler::Model& model, compiler::TypeId type);

// "unit1", "unit2": as the compiler calls the objects of `kind unit of 2`.
bool is_pool(const compiler::Type& type);

// Object -> what it is called in this play, of those that have no name of their own.
std::map<std::string, std::string> names_by_items(const compiler::Model& model, const checker::Trace& trace);

// In everything that is told of the play: "plays Tinker" for "plays unit2", "plays Tinker (unit2)" where two
// bear a Tinker; "plays ace (Tinker)" where the spec has a name for the object. Objects that bear another
// item later, and those of a pool whose item does nothing, keep their names.
void name_by_items(const compiler::Model& model, const checker::Trace& trace, FindingLines& lines);

}  // namespace errata::reports
