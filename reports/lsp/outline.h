// The items of a file as an editor lists and folds them, and the names of all specs that are open.
#pragma once

#include <string>

#include "reports/lsp/drafts.h"
#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

Json document_symbols(const Drafted& draft, std::uint32_t file);
Json folding_ranges(const Drafted& draft, std::uint32_t file);
// Adds to `result` the declarations whose names hold the words, whatever the case. Locals are no symbols.
void add_symbols(const Drafted& draft, const std::string& words, Json& result);

}  // namespace errata::reports::lsp
