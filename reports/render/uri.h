// Paths as a part of URIs (RFC 3986): SARIF and editors name files so.
#pragma once

#include <string>
#include <string_view>

namespace errata::reports {

// Every byte that is no letter, digit, slash or one of "-._~" as a percent sign and two hexadecimal digits.
std::string percent_encoded(std::string_view path);

}  // namespace errata::reports
