// The text of a spec as a report quotes it: on one line, and what is long cut.
#pragma once

#include <string>
#include <string_view>

namespace errata::reports {

std::string one_line(std::string_view text);
// A text of the language without what stands behind dashes.
std::string without_comments(std::string_view text);
// Of what is carried out step by step: enough for what it decides.
std::string quoted(std::string_view text);

}  // namespace errata::reports
