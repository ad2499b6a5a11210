// Holds the findings of a run against what was known before. Gathers what the run adds to a baseline. Used by
// check_run for `check`, `screen` and `baseline`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checker/driver/session.h"
#include "reports/cli/check_run.h"
#include "reports/cli/console.h"
#include "reports/saved/baseline.h"

namespace errata::reports {

class Baselines {
public:
    // A sentence about a file that cannot be used, or "". A file that is to be written need not be there yet.
    std::string read(const CheckFlags& flags);

    // Holds the report against what was known of its spec: with --watch in the run before, else in the
    // baseline. Keeps what is known now.
    void see(const checker::Session& session, const CheckFlags& flags, Report& report);

    // Returns the exit code. Nothing is written if a spec has errors or was not looked at to the end.
    int save(const std::vector<Run>& runs, const CheckFlags& flags, Console& console) const;

private:
    Baseline before_;
    Baseline kept_;
    std::map<std::string, Known> last_;  // by spec
};

}  // namespace errata::reports
