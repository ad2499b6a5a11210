// What may settle a finding is tried on it, for those that a report shows: with `--try`, or unasked.
#pragma once

#include "checker/driver/session.h"
#include "reports/report.h"

namespace errata::reports {

// At most so many findings of a report; the others say that nothing was tried.
inline constexpr std::size_t most_tried = 20;

// IfSmall: where that takes no time worth speaking of; else it is said that nothing was tried.
enum class Trying { All, IfSmall };

// `results`: what the report was made of, one for each part of the session.
void try_advice(checker::Session& session, const compiler::CompileOptions& options,
                const std::vector<checker::CheckResult>& results, Report& report, Trying trying);

}  // namespace errata::reports
