// Expressions, types and binders of the syntax tree: see ast.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/source/span.h"

namespace errata::dsl::ast {

struct Expr;

enum class TypeKind {
#define ERRATA_TYPE_KIND(kind, word) kind,
#include "dsl/ast/kinds.def"
};

struct TypeExpr {
    TypeKind kind = TypeKind::Missing;
    Span span;
    std::string name;
    std::vector<TypeExpr> args;
    std::vector<Expr> bounds;
};

// `m: minion`; a parameter may have a default: `from: zone = c.zone`; a name alone has type Missing. A field
// may say how long its value lasts: `wounds: 0..9 while at` (until the zone `at` changes), `drawn: 0..3 per
// turn` (or `per dusk`, a phase).
struct Binder {
    Span span;
    std::string name;
    TypeExpr type;
    std::vector<Expr> initial;  // none or one
    std::string while_field;
    std::string per;
};

enum class ExprKind {
#define ERRATA_EXPR_KIND(kind, word) kind,
#include "dsl/ast/kinds.def"
};
// A missing `with` condition is a Bool 1 whose span is empty.
// A condition after `unless` is a Not that says so.

struct Expr {
    ExprKind kind = ExprKind::Error;
    Span span;
    std::string name;
    std::int64_t number = 0;
    std::vector<Expr> args;
    std::vector<Binder> binders;
    bool unless = false;
};

}  // namespace errata::dsl::ast
