// What can be written at a place: words of the language, as the grammar takes them there; names, as the
// compiler would look them up there, those of the wanted type first; in the text of a card what its phrases
// go on with, with their holes.
#pragma once

#include "reports/lsp/drafts.h"
#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

struct CompletionPlace {
    const Drafted& draft;
    const dsl::FileReader& reader;  // which the draft was read from
    std::string path;               // of the file, one of the draft
    std::uint32_t offset = 0;
    bool takes_snippets = false;  // the editor knows texts with places to fill in
};

// A CompletionList of the protocol.
Json completion(const CompletionPlace& place);

}  // namespace errata::reports::lsp
