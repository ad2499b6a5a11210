// Places in the words of the protocol: files are URIs; lines and columns count from 0, and a column counts
// UTF-16 units. Ours are paths and bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dsl/source/source_file.h"
#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

// Nothing: it is no file.
std::optional<std::string> path_of(std::string_view uri);
std::string uri_of(const std::string& path);

// The byte at which a position lies; one behind the end of its line lies at that end. `text` may be any
// bytes.
std::uint32_t offset_at(std::string_view text, const Json& position);
// Of the byte at `offset`, which may be the end of the text.
Json position_at(const dsl::SourceFile& file, std::uint32_t offset);
Json range_of(const dsl::SourceFile& file, std::uint32_t begin, std::uint32_t end);
Json range_of(const dsl::SourceSet& sources, dsl::Span span);
Json location_of(const dsl::SourceSet& sources, dsl::Span span);
// A whole line, without its indentation. `line` counts from 1.
Json range_of_line(const dsl::SourceFile& file, std::uint32_t line);

}  // namespace errata::reports::lsp
