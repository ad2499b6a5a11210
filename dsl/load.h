// Reads a spec, a file or a folder of `.rules` files, with everything it imports, and parses it. Each file is
// read once; the modules come in dependency order (imported files first), and the cards of tables stand in
// the modules that import them. An import names a file from the folder of the file that imports it. If there
// is nothing of that name, it names a file of Errata's own folder (FileReader::library). Import circles,
// unreadable and missing files are diagnostics.
#pragma once

#include <string>
#include <vector>

#include "dsl/ast/ast.h"
#include "dsl/diag/sink.h"
#include "dsl/source/file_reader.h"
#include "dsl/source/source_file.h"

namespace errata::dsl {

// `other_text`: as in import_cards.
std::vector<ast::Module> load(const FileReader& reader, const std::string& path, SourceSet& sources,
                              Sink& sink, const std::string& other_text = {});

}  // namespace errata::dsl
