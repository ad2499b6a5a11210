#include "reports/version.h"

#include "compiler/smt/solver_version.h"
#include "reports/version_numbers.h"

namespace errata::reports {

std::string version() { return ERRATA_VERSION; }

std::string version_text(std::string_view commit) {
    std::string text = "errata " + version();
    if (!commit.empty()) text += " (" + std::string(commit) + ")";
    return text + "\nZ3 " + compiler::solver_version() + ", Boost " ERRATA_BOOST_VERSION;
}

}  // namespace errata::reports
