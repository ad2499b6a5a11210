// Reads a text that is not on the disk yet as a spec, with what it imports from there, and plays its first
// scenario.
#pragma once

#include "compiler/compile.h"
#include "dsl/source/file_reader.h"
#include "reports/play/scenario_text.h"

namespace errata::reports {

// `path` is where the text is to be saved: imports are found from there.
std::optional<ScenarioFault> hold_scenario(const dsl::FileReader& reader, const std::string& path,
                                           const std::string& text, const std::string& title,
                                           const compiler::CompileOptions& options);

}  // namespace errata::reports
