// The whole command line as a function: arguments without the program's name in, exit code out.
#pragma once

#include <string>
#include <vector>

#include "reports/cli/console.h"

namespace errata::reports {

int run_program(std::vector<std::string> arguments, Console& console);

}  // namespace errata::reports
