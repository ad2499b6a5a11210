// What a spec says of a finding that it accepts: where, by whom and until when; of one that it no longer
// accepts, the same of what has ended. The game's model has it, whichever part the finding is of.
#pragma once

#include <optional>

#include "checker/verdict.h"
#include "compiler/ir/model.h"
#include "dsl/base/date.h"
#include "dsl/source/source_file.h"
#include "reports/report.h"

namespace errata::reports {

void explain_acceptance(const compiler::Model& game, const dsl::SourceSet& sources,
                        const checker::Finding& finding, std::optional<dsl::Date> today, FindingLines& lines);

}  // namespace errata::reports
