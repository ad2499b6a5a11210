// A catalogue: the rows of a rulebook in tables of a Markdown file (| id | type | statement | and what else
// there is). A table row counts if its first cell is an id as specs cite it (SAN-TER-118); everything else in
// the file is for readers. Rows in code blocks are examples, not rows.
// Only table rows are looked at, each of them a line, and messages need the line: so this is read without a
// Markdown library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/diag/sink.h"
#include "dsl/source/source_file.h"

namespace errata::checker {

struct CatalogueRow {
    std::string id;
    std::string type;       // "rule", "card", ...; may be empty
    std::string statement;  // in its own words, without its Markdown escapes; may be empty
    dsl::Span span;         // of the line
};

// The rows in the order of the file; that there is none, or that an id occurs twice, is a diagnostic.
std::vector<CatalogueRow> read_catalogue(const dsl::SourceSet& sources, std::uint32_t file, dsl::Sink& sink);

}  // namespace errata::checker
