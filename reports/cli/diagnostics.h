// What is wrong with a spec, printed.
#pragma once

#include <ostream>

#include "checker/driver/session.h"

namespace errata::reports {

// All diagnostics, and how many errors there were.
void print_diagnostics(const checker::Session& session, std::ostream& out);

}  // namespace errata::reports
