// Statements of the syntax tree. A statement can hold abilities, as they hold statements: include ast.h.
#pragma once

#include <string>
#include <vector>

#include "dsl/ast/expr.h"

namespace errata::dsl::ast {

struct Stmt;
struct Ability;

// For how many solutions a block of `solve` is.
enum class SolveCase { None, Several };

// One entry of a choice: `option "orders {s}" for s: spell with legal(s) { ... }`.
// `if none { ... }` of a `solve` has a case and a body alone.
struct Option {
    Span span;
    SolveCase solve_case = SolveCase::None;  // Solve
    std::string label;                       // as written, holes in braces
    std::vector<Binder> binders;
    std::vector<Expr> condition;  // none or one
    std::vector<Expr> most;       // Distribute: none or one, how much each may get
    std::vector<Expr> only_if;    // Distribute: none or one, what must hold for each that gets some
    bool complete = false;        // only where all of it can be carried out
    std::vector<Stmt> body;
};

// Which fields each uses, and an example: statements.def.
enum class StmtKind {
#define ERRATA_STATEMENT(kind, opening, dumped) kind,
#include "dsl/ast/statements.def"
#undef ERRATA_STATEMENT
};

// How many are chosen or distributed; One where no word for it is written.
enum class Quantity { One, Exactly, UpTo, AsManyAs };

// In which order a `for each` goes: as is decided elsewhere; `in order`; by a number, the lowest or the
// highest first; as a player chooses.
enum class LoopOrder { Unstated, ByNumber, Rising, Falling, Chosen };

struct Stmt {
    StmtKind kind = StmtKind::Error;
    Span span;
    std::string name;
    std::string label;  // Distribute: as written, holes in braces
    Quantity quantity = Quantity::One;
    LoopOrder order = LoopOrder::Unstated;
    std::vector<Expr> exprs;
    std::vector<Expr> args;  // Deal: what is written about the object; Does: what fills the holes
    std::vector<Binder> binders;
    std::vector<std::vector<Stmt>> blocks;
    std::vector<Span> block_spans;  // of `blocks`, braces included
    std::vector<Option> options;
    std::vector<Ability> abilities;
};

}  // namespace errata::dsl::ast
