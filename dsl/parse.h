// The door of the front end: a file of a SourceSet becomes a Module. Always returns a module; what could not
// be read is an Error node in it and a diagnostic in the sink, and everything else of the file is there. One
// message per broken statement.
#pragma once

#include <cstdint>

#include "dsl/ast/ast.h"
#include "dsl/diag/sink.h"
#include "dsl/source/source_file.h"

namespace errata::dsl {

ast::Module parse(const SourceSet& sources, std::uint32_t file, Sink& sink);

}  // namespace errata::dsl
