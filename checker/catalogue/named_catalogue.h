// The catalogue that a spec names itself (`meta { catalogue: "catalogue.md" }`): what the rows say that its
// clauses cite. Read where a spec is loaded, so that reports can quote the rulebook beside the rules. A
// catalogue that cannot be read is an error of the spec, a cited row that it does not have a warning.
#pragma once

#include <string>
#include <vector>

#include "checker/catalogue/catalogue.h"
#include "dsl/ast/ast.h"
#include "dsl/source/file_reader.h"

namespace errata::checker {

struct NamedCatalogue {
    std::string file;  // as it was opened; empty: the spec names none
    std::vector<CatalogueRow> rows;
};

// Of the spec at `path`. What a file states counts more than what the files that it imports state. The file
// joins the sources, so that messages can quote it.
NamedCatalogue named_catalogue(const dsl::FileReader& reader, const std::string& path,
                               const std::vector<dsl::ast::Module>& modules, dsl::SourceSet& sources,
                               dsl::Sink& sink);

}  // namespace errata::checker
