// Reads the tables that a spec names (`cards "cards.csv" as card { ... }`) and puts their rows, as printed
// items, behind the `cards` items in the modules. From here on nobody need know where a card came from. Each
// file is read once and joins the sources, so that messages quote it.
#pragma once

#include <vector>

#include "dsl/ast/ast.h"
#include "dsl/diag/sink.h"
#include "dsl/source/borders.h"
#include "dsl/source/file_reader.h"
#include "dsl/source/source_file.h"

namespace errata::dsl {

// `other_text`: the heading of a column that takes the place of the cards' text, in each table that has it;
// empty: none does.
void import_cards(const FileReader& reader, const Borders& borders, std::vector<ast::Module>& modules,
                  SourceSet& sources, Sink& sink, const std::string& other_text = {});

}  // namespace errata::dsl
