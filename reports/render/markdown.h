// Reports as a comment on a change: the headline, a table of the specs, and each finding folded, the worst
// first. A comment has a largest size; what is least severe loses its details first, and the comment says so.
// The first line tells the program that posts it which comment to replace.
#pragma once

#include <string>

#include "reports/render/formats.h"

namespace errata::reports {

inline constexpr std::size_t longest_comment = 60'000;  // bytes; always less

std::string render_markdown(const Reports& reports);

}  // namespace errata::reports
