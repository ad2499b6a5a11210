// The whole command line as a function: arguments without the program's name in, exit code out.
#pragma once

#include <string>
#include <vector>

#include "reports/cli/console.h"

namespace errata::reports {

// Prints what may be shown only (visible_stream). Results that could not be written make the exit code 2.
int run_program(const std::vector<std::string>& arguments, Console& console);

}  // namespace errata::reports
