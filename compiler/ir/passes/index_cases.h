// Makes the index of long lists (case_index.h) for a finished model.
//
// An entry is about one value c of a variable if it is a quantifier or a conjunction of which a part says
// that a cell of the variable is c, and in front of that part stand only tests that cannot fail and meet
// nothing: whether a clause takes part, and which alternative of a reading is in force (asked only where the
// rest does not make the conjunction false, evaluate_terms.cpp). While no cell of the variable holds c,
// such an entry is false, empty or 0, as if it were not there. Lists of code whose entries write the variable
// themselves are left alone.
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

// Short lists are gone over faster than looked up.
enum class ListsIndexed { Long, All };
CaseIndex index_cases(const Model& model, ListsIndexed which = ListsIndexed::Long);

}  // namespace errata::compiler
