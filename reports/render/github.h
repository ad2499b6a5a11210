// Reports as workflow commands, which a build on GitHub shows beside the lines that they are about: a line
// for each remark, the gravest first, for only a few of each sort are shown. A notice in front of those of a
// spec sums it up.
#pragma once

#include <string>

#include "reports/render/formats.h"

namespace errata::reports {

std::string render_github(const Reports& reports);

}  // namespace errata::reports
