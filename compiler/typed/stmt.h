// Typed statements: what an author's statement does, every name resolved. Made by typed/statements from
// dsl/ast, made into code by lower/statements. stmt_kinds.def says which of the fields a kind uses.
#pragma once

#include "compiler/typed/expr.h"

namespace errata::compiler::typed {

enum class StmtKind {
#define ERRATA_STMT(name, stops, extent, ending, success) name,
#include "compiler/typed/stmt_kinds.def"
#undef ERRATA_STMT
};

enum class Stops { Never, Always, Inside, Asked };
enum class Extent { Parts, Whole };
enum class Ending { Last, More };
enum class Success { Idle, Acts, Asked };

struct StmtFacts {
    Stops stops;
    Extent extent;
    Ending ending;
    Success success;
};

inline constexpr StmtFacts stmt_facts[] = {
#define ERRATA_STMT(name, stops, extent, ending, success) \
    {Stops::stops, Extent::extent, Ending::ending, Success::success},
#include "compiler/typed/stmt_kinds.def"
#undef ERRATA_STMT
};
constexpr const StmtFacts& facts(StmtKind kind) { return stmt_facts[static_cast<std::size_t>(kind)]; }

struct Ability;

enum class ChooserKind { Player, Chance, Nobody, Elsewhere };

// Who decides.
struct Chooser {
    ChooserKind kind = ChooserKind::Nobody;
    std::vector<Expr> player;  // one, if it is one
};

// What a name in the braces of a label shows.
struct Shown {
    std::string name;
    Expr value;
};

struct Option {
    dsl::Span span;
    std::string label;    // as shown, with names in braces
    bool passes = false;  // how a player may decline
    std::vector<Shown> shown;
    std::vector<Binder> binders;
    std::vector<Expr> condition;  // none or one
    Block body;
    // Of a distribution: how much the one that is bound gets, at most how much (none or one), and what must
    // hold if it gets some (none or one).
    LocalId share;
    std::vector<Expr> most;
    std::vector<Expr> only_if;
};

// What `solve` does where there is no solution, or more than one: none or one block each.
struct SolveCases {
    std::vector<Block> none;
    std::vector<Block> several;
};

// In which order a loop goes. `rank`: none or one, the number that decides, or who goes last (a condition or
// a value).
struct Order {
    ast::LoopOrder by = ast::LoopOrder::Unstated;
    std::vector<Expr> rank;
};

struct Stmt {
    StmtKind kind = StmtKind::Nothing;
    dsl::Span span;
    std::string name;
    LocalId local;
    ActionId action;
    WindowId window;
    ComputedId computed;
    Value phase = 0;
    ast::Change change = ast::Change::Set;
    ast::Quantity quantity = ast::Quantity::One;
    bool attempt = false;
    Order order;
    Chooser chooser;
    std::vector<Expr> exprs;
    std::vector<Binder> binders;
    std::vector<Block> blocks;
    SolveCases cases;
    std::vector<Option> options;
    std::vector<Ability> abilities;
    std::vector<LocalId> captures;  // Later: what that which waits speaks about
};

}  // namespace errata::compiler::typed
