// A text that takes several lines, as it is quoted within one.
#pragma once

#include <string>
#include <string_view>

namespace errata::dsl {

// Each run of blanks and line breaks is one blank, and none is at either end.
std::string one_line(std::string_view text);

}  // namespace errata::dsl
