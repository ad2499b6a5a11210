// From a name to where it is declared, to all who mention it, and to another name.
#pragma once

#include <optional>
#include <string>

#include "reports/lsp/drafts.h"
#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

// A place in a draft.
struct Spot {
    const Drafted& draft;
    std::uint32_t file = 0;
    std::uint32_t offset = 0;
};

// The phrase that reads the words of a printed text at the place, the innermost one; null: none does, or no
// text stands there.
const dsl::ast::Item* phrase_at(const Spot& spot);

// The declaration of the name; of the title of an import the file. null: nothing stands there.
Json definition(const Spot& spot, const dsl::FileReader& reader);
Json references(const Spot& spot, bool with_declaration);
// In the same file.
Json highlights(const Spot& spot);

// What a rename comes to: edits by file, or why there are none.
struct Renamed {
    Json edit;            // a WorkspaceEdit
    std::string problem;  // a sentence; empty: there is none
};

// The range of the name that would be renamed, with its text; or why it cannot be.
struct Renamable {
    Json range;
    std::string name;
    std::string problem;
};
Renamable renamable(const Spot& spot, const dsl::FileReader& reader);

// Tried before it is proposed: the spec with the other name has no errors, and each name of it stands for
// what it stood for.
Renamed rename(const Spot& spot, const std::string& name, const dsl::FileReader& reader);

}  // namespace errata::reports::lsp
