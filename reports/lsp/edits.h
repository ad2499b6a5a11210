// Changes of texts, as bytes of the files that a spec was read from, and as a WorkspaceEdit of the protocol.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/advice/remedies.h"
#include "dsl/source/overlay_reader.h"
#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

struct Edit {
    dsl::Span span;  // what goes
    std::string text;
};

Json workspace_edit(const dsl::SourceSet& sources, const std::vector<Edit>& edits);

// The files of `under` with the edits. `under` must outlive it.
dsl::OverlayReader with_edits(const dsl::FileReader& under, const dsl::SourceSet& sources,
                              std::vector<Edit> edits);

// From one text to another: the lines in which they differ. Nothing: they are the same.
std::optional<Edit> difference(std::uint32_t file, std::string_view before, const std::string& after);

// What a remedy changes in the files of the spec. Nothing where that cannot be written there: in a table or a
// library.
std::optional<std::vector<Edit>> edits_of(const checker::Session& session, const checker::Remedy& remedy);

}  // namespace errata::reports::lsp
