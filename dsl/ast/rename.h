// Other names for the names of a module: what `import ... with { unit = minion }` makes of the file. Types,
// values, fields, what is called and categories are renamed, wherever they are declared or mentioned, in
// templates too. What an item binds itself (parameters, holes) keeps its name; words of a template stay.
#pragma once

#include <map>
#include <string>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

using Renames = std::map<std::string, std::string>;

void rename(Module& module, const Renames& renames);

}  // namespace errata::dsl::ast
