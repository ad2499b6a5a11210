// What may settle a finding is tried on it, for those that a report shows: with `--try`, or unasked.
#pragma once

#include "checker/advice/trial.h"
#include "checker/driver/session.h"
#include "reports/report.h"
#include "reports/saved/kept_results.h"

namespace errata::reports {

// AsMuchAgain: one finding after the other until as many states were seen for it as the check itself saw, or
// some thousands where those were few; of the others it is said that nothing was tried. What was stopped is
// not gone on with.
enum class Trying { All, AsMuchAgain };

// `results`: what the report was made of, one for each part of the session. `clock`: of the run. `kept`: of
// earlier runs; null: of none.
void try_advice(checker::Session& session, const compiler::CompileOptions& options,
                const std::vector<checker::CheckResult>& results, Report& report, Trying trying,
                const checker::RunClock& clock, KeptResults* kept = nullptr);

}  // namespace errata::reports
