// Typed expressions: what an author's expression means, every name resolved, every operand of its type. Made
// by typed/expressions from dsl/ast, made into terms by terms/expressions. A kind says which of the fields a
// node uses, as listed beside it. Nodes are plain values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/resolve/names.h"

namespace errata::compiler::typed {

// A name that stands for a value at some place: a parameter, a role, a binder, a `let`. No two places of a
// program share one, but for `this` and `it` of printed text.
struct Local;
using LocalId = dsl::Id<Local>;
inline constexpr LocalId this_local{0};
inline constexpr LocalId it_local{1};

struct Expr;
struct Stmt;
using Block = std::vector<Stmt>;

// What a binder ranges over. `bounds`: of a range whose bounds are known only where the definition or action
// around it is used (`type` is then a number); else none.
struct Domain {
    TypeId type;
    std::vector<Expr> bounds;
    dsl::Span span;
};

struct Binder {
    LocalId local;
    std::string name;
    Domain domain;
    dsl::Span span;
};

enum class ExprKind {
    Literal,   // value: a number, yes or no, `none`
    Constant,  // value: one of a type's named values
    Local,     // local
    Cell,      // id: VarId; args
    Table,     // id: TableId; args
    Open,      // id: OpenId; args
    Computed,  // id: ComputedId; args
    Define,    // id: DefineId; args
    Can,       // id: ActionId; args: roles, those left out at the end by their defaults
    // id: ComputedId of an unknown of the system: how many solutions it has
    Solutions,
    Payable,  // block: can all of it be carried out as the state is?
    Share,    // local: of a distribution; args: somebody. How much that one gets
    // name, args: what the phrase is given. A hole of a phrase that holds a value or condition
    Hole,
    Antecedent,  // name: of what earlier words of the text introduced
    Not,
    Equal,
    Operator,  // op; args
    // args: value, members
    //     x in {a, b}
    OneOf,
    SetLiteral,  // args: positions of the members (value - least value of the element type)
    If,          // args: condition, then, else
    Some,        // binders, args: condition; so are the next ones
    No,
    Every,  // args: condition, body
    NumberOf,
    Sum,    // args: condition, value
    First,  // one binder
    Path,   // binders: one; args: from, to, condition; id: TableId of `adjacent`
};

struct Expr {
    ExprKind kind = ExprKind::Literal;
    dsl::Span span;
    TypeId type;
    Value value = 0;
    std::uint32_t id = 0;
    LocalId local;
    TermKind op{};
    std::string name;
    std::vector<Expr> args;
    std::vector<Binder> binders;
    std::shared_ptr<const Block> block;

    VarId var() const { return VarId(id); }
    TableId table() const { return TableId(id); }
    OpenId open() const { return OpenId(id); }
    ComputedId computed() const { return ComputedId(id); }
    DefineId define() const { return DefineId(id); }
    ActionId action() const { return ActionId(id); }
};

// Calls visit(expr) for the expression and everything inside.
template <class Visit>
void walk(const Expr& expr, const Visit& visit) {
    visit(expr);
    for (const Expr& arg : expr.args) walk(arg, visit);
    for (const Binder& binder : expr.binders) {
        for (const Expr& bound : binder.domain.bounds) walk(bound, visit);
    }
}

}  // namespace errata::compiler::typed
