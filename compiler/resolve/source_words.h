// Words in the source text of a construct: whether one is there, and where, so that a message can point at
// it.
#pragma once

#include <string>
#include <string_view>

#include "dsl/source/source_file.h"

namespace errata::compiler {

bool has_word(std::string_view text, const std::string& word);

// The first place of the word in the span; the span itself if it is not there.
dsl::Span narrowed(const dsl::SourceSet& sources, dsl::Span span, const std::string& word);

}  // namespace errata::compiler
