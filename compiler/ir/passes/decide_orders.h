// The one place that decides whether an order matters: for `for each` over objects that nothing names, for
// what several abilities add to one event. Behind lowering, before anything searches the model.
//   An AnyOrder becomes its children in order, those that do not commute together in one AnyOrder. Where
//   everything happens at the same
// moment anyway, none is left.
#pragma once

#include <map>

#include "compiler/ir/model.h"

namespace errata::compiler {

// Returns the types whose objects an order still tells apart, and the clause that does: inside something
// simultaneous, where two of them can be in conflict and the later one stands.
std::map<TypeId, ClauseId> decide_orders(Model& model);

}  // namespace errata::compiler
