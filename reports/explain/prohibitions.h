// What is quoted may ask whether something can be done; the prohibitions that could say no say nothing where
// they do not apply. For whoever asks why they do not.
#pragma once

#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/model.h"
#include "dsl/source/source_file.h"
#include "reports/report.h"

namespace errata::reports {

// Of the actions that the lines ask for (`can enter(...)`), the prohibitions that are in force where the
// finding's play ends or whose item something bears there; none, if these are more than a few.
std::vector<compiler::ClauseId> prohibitions_asked(const compiler::Model& model,
                                                   const dsl::SourceSet& sources,
                                                   const checker::Finding& finding,
                                                   const std::vector<ClauseLine>& lines);

}  // namespace errata::reports
