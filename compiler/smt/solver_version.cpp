#include "compiler/smt/solver_version.h"

#include <z3++.h>

namespace errata::compiler {

std::string solver_version() {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned build = 0;
    unsigned revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace errata::compiler
