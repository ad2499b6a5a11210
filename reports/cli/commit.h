// The commit that the program was built from. The build writes the source (cmake/version.cmake), and only the
// program itself is linked with it: libraries and tests stay as they are when the commit changes.
#pragma once

#include <string_view>

namespace errata::reports {

// As `git describe` calls it: "c883b2a6", with "-dirty" behind it if files were changed. Empty if the source
// came without its history.
std::string_view built_from();

}  // namespace errata::reports
