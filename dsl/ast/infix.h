// The infix operators as rows of infix.def, and how tightly everything binds: what grammar, printer and list
// of words share.
#pragma once

#include "dsl/ast/expr.h"

namespace errata::dsl::ast {

// From loose to tight; each has a rule of its own in the grammar. Two operators of one level stand beside
// each other from left to right, but `implies` groups to the right and comparisons do not chain.
enum Level {
    ImpliesLevel = 1,
    OrLevel,
    AndLevel,
    NotLevel,
    ComparisonLevel,
    SumLevel,
    ProductLevel,
    NegateLevel,
    PrimaryLevel
};

struct InfixOperator {
    ExprKind kind;
    const char* text;
    Level level;
};

inline constexpr InfixOperator infix_operators[] = {
#define ERRATA_INFIX(kind, text, level, dumped) {ExprKind::kind, text, level},
#include "dsl/ast/infix.def"
#undef ERRATA_INFIX
};

}  // namespace errata::dsl::ast
