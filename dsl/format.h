// The canonical text of a file: what `errata fmt` writes and editors ask for.
#pragma once

#include <optional>
#include <string>

#include "dsl/diag/sink.h"
#include "dsl/source/source_file.h"

namespace errata::dsl {

// Nothing: the file has errors, which are in the sink. No word is lost: the printed text is read again and
// compared, and a difference is a bug of ours that ends the program. That text joins `sources`.
std::optional<std::string> formatted(SourceSet& sources, std::uint32_t file, Sink& sink);

}  // namespace errata::dsl
