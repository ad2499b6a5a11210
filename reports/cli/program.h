// The whole command line as a function: arguments without the program's name in, exit code out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/cli/console.h"

namespace errata::reports {

// Prints what may be shown only (VisibleStream). Results that could not be written make the exit code 2.
// `commit` is what `--version` tells beside the version (commit.h).
int run_program(const std::vector<std::string>& arguments, Console& console, std::string_view commit = "");

}  // namespace errata::reports
