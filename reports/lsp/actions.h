// What an editor offers to write where something is wrong with a draft: the name that was meant, quotes
// around a name of several words, the phrase that a line of text needs. What is offered for findings is known
// since they were found (findings.h).
#pragma once

#include "reports/lsp/drafts.h"
#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

// CodeActions of the protocol for the bytes from `begin` to `end` of the file: an array.
Json actions(const Drafted& draft, std::uint32_t file, std::uint32_t begin, std::uint32_t end);

}  // namespace errata::reports::lsp
