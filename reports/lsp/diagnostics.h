// What is wrong with a draft, in the words of the protocol.
#pragma once

#include "reports/lsp/drafts.h"
#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

// Of `diagnostics` those of the file, in their order: an array.
Json diagnostics_in(const dsl::SourceSet& sources, const std::vector<dsl::Diagnostic>& diagnostics,
                    std::uint32_t file);

// Those of a file of the draft. An import or a table with errors of its own is marked where it is named: the
// game is not looked at as a whole before they are mended.
Json diagnostics_of(const Drafted& draft, std::uint32_t file);

}  // namespace errata::reports::lsp
