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
    std::vector<Stmt> body;
};

enum class StmtKind {
    // exprs: target, value
    //     g.at := q
    Assign,
    // exprs: target, amount
    //     g.hp += 1
    Increase,
    // exprs: target, amount
    //     g.hp -= 1
    Decrease,
    // name, exprs[0]
    //     let q = g.at
    Let,
    // exprs[0], blocks[0], [1]
    //     if c { } else { }
    //     (`else if` is an If alone in blocks[1])
    If,
    // binders, in_order, exprs[0], blocks[0]
    //     for each m: minion in order with c { }
    ForEach,
    // blocks[0]
    //     simultaneously { }
    Simultaneously,
    // blocks[0]
    //     repeat { }
    Repeat,
    // exprs[0], blocks[0]
    //     repeat while c { }
    While,
    // exprs: owner[, count], quantity, options, blocks: [otherwise]
    //     see `Option`. With a count: one option, one binder
    //     choose up to 2 m: minion with c by Ann { }
    Choose,
    // blocks[0]: Choose statements only
    //     secretly { choose by Ann { } choose by Bob { } }
    Secretly,
    // abilities[0]: Trigger or PhaseHook
    //     later at dusk { destroy t }
    //     later when die(m) { }
    Later,
    // name
    //     open response
    OpenWindow,
    // cancel
    //     (in `may ... before`: the event does not happen)
    Cancel,
    // name, blocks[0], options
    //     solve orders { } if none { } if several { }
    //     (options: one for each case that is written)
    Solve,
    // exprs[0]
    //     mark x.since (a field of type order: x is now the latest)
    Mark,
    // name, exprs: arguments
    //     remove(g)
    Perform,
    // name, exprs: arguments
    //     try remove(g)
    Try,
    // name, blocks: [body]
    //     phase movement { }
    Phase,
    //     settle
    Settle,
    // name
    //     end "Ann wins"
    End,
    // binders[0], blocks[0]
    //     create t: token { t.owner := Ann }
    Create,
    // exprs[0]
    //     destroy t
    Destroy,
    //     nothing
    Nothing,
    // name
    //     a hole of a phrase that holds statements
    Insert,
    // exprs[0]
    //     require c
    //     (setups)
    Require,
    // name: label, exprs: owner[, condition]
    //     take "orders" by Ann with s = Plains
    //     (scenarios)
    Take,
    // exprs[0]
    //     until phase = movement
    //     (scenarios)
    Until,
    // exprs[0]
    //     then A.at is none
    //     (scenarios)
    Then,
    Error,
};

// How many are chosen; One where no count is written.
enum class Quantity { One, Exactly, UpTo, AsManyAs };

struct Stmt {
    StmtKind kind = StmtKind::Error;
    Span span;
    std::string name;
    Quantity quantity = Quantity::One;
    bool in_order = false;
    std::vector<Expr> exprs;
    std::vector<Binder> binders;
    std::vector<std::vector<Stmt>> blocks;
    std::vector<Span> block_spans;  // of `blocks`, braces included
    std::vector<Option> options;
    std::vector<Ability> abilities;
};

}  // namespace errata::dsl::ast
