// Can a cost be paid? The condition under which its statements do what they say, each looked at in the state
// before: an amount is there to be taken, a value is not the new one already (what is tapped cannot be
// tapped), an action is not forbidden, a choice has something to choose. Parts of one cost that draw on the
// same thing are not added up.
#pragma once

#include "compiler/lower/place.h"

namespace errata::compiler {

TermId payable(const Lowering& l, const typed::Block& cost, Scope scope);

}  // namespace errata::compiler
