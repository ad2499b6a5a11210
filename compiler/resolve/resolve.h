// From parsed modules to Names: every declared name gets its meaning.
#pragma once

#include "compiler/resolve/library.h"
#include "compiler/resolve/names.h"
#include "compiler/resolve/options.h"
#include "compiler/resolve/reporter.h"

namespace errata::compiler {

// The modules must outlive the names. `reporter` afterwards knows, too, what could not be declared.
Names resolve(const Modules& modules, const CompileOptions& options, Reporter& reporter,
              const std::vector<LackingPhrase>& lacking = {});

// Items in which reading stumbled: what they declare may be missing.
std::vector<dsl::Span> unread_items(const Modules& modules, const dsl::Sink& sink);

}  // namespace errata::compiler
