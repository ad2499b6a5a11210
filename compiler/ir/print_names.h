// How the textual IR refers to clauses and incidents: by number. For the files of print.h alone.
#pragma once

#include <string>

#include "compiler/ir/model.h"

namespace errata::compiler {

// "  [c3]" at the end of a line; nothing for no clause.
std::string tag(ClauseId clause);
std::string incident_name(IncidentId incident);

}  // namespace errata::compiler
