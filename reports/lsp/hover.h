// What stands at a place, in Markdown: a name and what declares it; a line of a card and the phrases that
// read it; a row and what the catalogue says; a word of the language and its line of the reference.
#pragma once

#include "reports/lsp/navigation.h"

namespace errata::reports::lsp {

// A Hover of the protocol, or null.
Json hover(const Spot& spot);

}  // namespace errata::reports::lsp
