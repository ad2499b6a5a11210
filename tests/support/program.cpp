#include "tests/support/program.h"

#include <sstream>

#include "reports/cli/program.h"

namespace errata::tests {

Ran run_errata(const std::vector<std::string>& arguments, const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    reports::Console console{in, out, err};
    const int code = reports::run_program(arguments, console);
    return {code, out.str(), err.str()};
}

}  // namespace errata::tests
