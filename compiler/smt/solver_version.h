// Which Z3 this program runs with. The library is loaded when the program starts, so it may be newer than the
// one that the program was compiled with.
#pragma once

#include <string>

namespace errata::compiler {

// "4.8.12"
std::string solver_version();

}  // namespace errata::compiler
