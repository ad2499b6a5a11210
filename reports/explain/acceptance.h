// What a spec says of a finding that it accepts: where, by whom and until when.
#pragma once

#include "checker/verdict.h"
#include "compiler/ir/model.h"
#include "dsl/source/source_file.h"
#include "reports/report.h"

namespace errata::reports {

void explain_acceptance(const compiler::Model& model, const dsl::SourceSet& sources,
                        const checker::Finding& finding, FindingLines& lines);

}  // namespace errata::reports
