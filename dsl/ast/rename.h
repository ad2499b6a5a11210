// Other names for the names of a module: what `import ... with { unit = minion, "verb" = "dig up" }` makes of
// the file. Types, values, fields, what is called and categories are renamed, wherever they are declared or
// mentioned, in templates too. What an item binds itself (parameters, holes) keeps its name. Words of
// templates are exchanged where the import has them in quotation marks.
#pragma once

#include <map>
#include <string>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

struct Renames {
    std::map<std::string, std::string> names = {};
    std::map<std::string, std::string> words = {};  // of templates
};

void rename(Module& module, const Renames& renames);

}  // namespace errata::dsl::ast
