// What a dump calls the kinds of nodes: the first word of each node.
#pragma once

#include "dsl/ast/item.h"

namespace errata::dsl::ast {

const char* word(TypeKind kind);
const char* word(ExprKind kind);
const char* word(StmtKind kind);
const char* word(AbilityKind kind);
const char* word(ItemKind kind);

}  // namespace errata::dsl::ast
