// The scope in force: pool sizes, bounds and numbers of a search. The one chosen by name, else the first
// declared; a scenario brings its own; the command line has the last word.
#pragma once

#include "compiler/resolve/names.h"
#include "compiler/resolve/options.h"
#include "compiler/resolve/reporter.h"

namespace errata::compiler {

// A number that is written as such.
std::optional<Value> written_number(const ast::Expr& expr);

void choose_scope(Names& names, const Modules& modules, const CompileOptions& options,
                  const Reporter& reporter);

}  // namespace errata::compiler
