// The door of the compiler: parsed modules in, a typed and verified Model out. Reports every error it can
// find; a Model is returned only if there was none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/model.h"
#include "compiler/read/set_aside.h"
#include "compiler/resolve/options.h"
#include "dsl/ast/ast.h"
#include "dsl/diag/sink.h"
#include "dsl/phrases/kept_readings.h"

namespace errata::compiler {

// Titles of the scenarios that bring pools of their own. A Model has one size of each pool, so these are left
// out of the ordinary Model and compiled one by one.
std::vector<std::string> scenarios_with_pools(const std::vector<dsl::ast::Module>& modules);

std::optional<Model> compile(const dsl::SourceSet& sources, const std::vector<dsl::ast::Module>& modules,
                             const CompileOptions& options, dsl::Sink& sink);

// The same for somebody who compiles again: lines of text that `kept` has readings of are not parsed once
// more. `aside` gets what `options.set_unread_aside` leaves out of the game, whether there is a Model or not.
std::optional<Model> compile(const dsl::SourceSet& sources, const std::vector<dsl::ast::Module>& modules,
                             const CompileOptions& options, dsl::Sink& sink, dsl::KeptReadings& kept,
                             std::vector<SetAside>* aside = nullptr);

}  // namespace errata::compiler
