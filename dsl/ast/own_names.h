// The names that an item binds itself: parameters, holes of its template, what `let`, `given` and
// `distribute` call something. Its fields are not among them: others mention these. Nor are the names in the
// brackets of an event, which may be values as well.
#pragma once

#include <set>
#include <string>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

std::set<std::string> own_names(const Item& item);

}  // namespace errata::dsl::ast
