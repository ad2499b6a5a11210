// The repository that the program is run in: the nearest folder, from the current one upwards, that holds a
// `.git`. Servers that show a finding beside its source know files by their paths from there.
#pragma once

#include "reports/report.h"

namespace errata::reports {

// The same report with all places relative to the repository, if they lie in it; without a repository to the
// current folder.
Report with_repository_places(Report report);

}  // namespace errata::reports
