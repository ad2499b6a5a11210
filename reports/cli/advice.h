// What may settle a finding is tried on it, for those that a report shows: with `--try`, or unasked.
#pragma once

#include "checker/driver/session.h"
#include "reports/report.h"

namespace errata::reports {

// AsMuchAgain: as long as no more is seen for it than the check itself saw; of the others it is said that
// nothing was tried.
enum class Trying { All, AsMuchAgain };

// `results`: what the report was made of, one for each part of the session.
void try_advice(checker::Session& session, const compiler::CompileOptions& options,
                const std::vector<checker::CheckResult>& results, Report& report, Trying trying);

}  // namespace errata::reports
