// Expressions, types and binders of the syntax tree: see ast.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/source/span.h"

namespace errata::dsl::ast {

struct Expr;

enum class TypeKind {
    // name
    //     minion
    Named,
    // args[0]
    //     square?
    Optional,
    // args[0]
    //     set of walk
    Set,
    // bounds[0] .. bounds[1]
    //     0..8
    Range,
    // number
    //     (a whole number, unbounded: parameters and results only)
    Number,
    // counter
    //     (an unbounded field)
    Counter,
    // order
    //     (a field: which of the kind's objects was marked when, see `mark`)
    Order,
    //     bool
    Bool,
    //     no type was written
    Missing,
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
    Number,  // number
    // number 0 or 1
    //     yes, no
    Bool,
    //     none
    None,
    // any
    //     (setups)
    Any,
    // name
    //     g
    Name,
    // name
    //     "Will o' the Wisp"
    Quoted,
    // args[0], name
    //     g.at
    Field,
    // name, args
    //     step(q, d)
    Call,
    // name, args
    //     can enter(g, q)
    Can,
    // args
    //     {Flight, Waterwalk}
    SetLiteral,
    // args[0], unless
    //     not a
    Not,
    // args[0]
    //     -a
    Negate,
// args[0], args[1]
//     a and b
#define ERRATA_INFIX(kind, text, level, dumped) kind,
#include "dsl/ast/infix.def"
#undef ERRATA_INFIX
    // args: condition, then, else
    //     if c then a else b
    If,
    // binders, args[0]: condition
    //     some m: minion with m.hp = 0
    //     (is there one?)
    Some,
    // binders, args[0]: condition
    //     no m: minion with m.hp = 0
    No,
    // binders, args: condition, body
    //     every m: minion with m.group = g satisfies m.hp > 0
    Every,
    // binders, args[0]: condition
    //     number of m: minion with m.group = g
    NumberOf,
    // binders, args: condition, value
    //     sum of m.hp over m: minion with m.group = g
    Sum,
    // binders (one), args[0]: condition
    //     first m: minion with m.hp > 0
    //     (none if there is none)
    First,
    // binders (one), args: from, to, condition
    //     path from a to b through q: square with free(q)
    Path,
    // name
    //     solutions of adjudication
    //     (how many there are)
    Solutions,
    Error,
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
