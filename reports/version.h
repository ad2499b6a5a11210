// Which Errata this is. Reports and saved files carry the version. Only version.cpp knows the number (it
// reads a header that CMake writes), so a new version compiles one file again.
#pragma once

#include <string>
#include <string_view>

namespace errata::reports {

// "0.2.0"
std::string version();

// What `errata --version` prints: the version, the commit that the program was built from (empty: not known),
// and the libraries whose version can change a result.
std::string version_text(std::string_view commit);

}  // namespace errata::reports
