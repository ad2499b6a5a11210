// Abilities of the syntax tree: what a rule or a printed line says. See ast.h.
#pragma once

#include <string>
#include <vector>

#include "dsl/ast/stmt.h"

namespace errata::dsl::ast {

enum class AbilityKind {
#define ERRATA_ABILITY_KIND(kind, word) kind,
#include "dsl/ast/kinds.def"
};

// `given n = m.power`: a value fixed when the event is caught.
struct Given {
    Span span;
    std::string name;
    Expr value;
};

// `:=`, `+=`, `-=`
enum class Change { Set, Add, Subtract };

// A `may` stands alone, or belongs to the event of its name and params.
enum class Side { Alone, Before, After };

// For how long uses are counted.
enum class LimitPer { Turn, Game, Event, Phase };

// Parts that several kinds share, in the order in which they are written (each may be left out unless noted):
//   Trigger     when NAME(params) [looking back] [if c] [given x = e, ...]
//               [targeting [up to 2] t: T with c ... by P] [limit 1 per turn] { }
//   PhaseHook   at NAME [if c] [given ...] [targeting ...] [limit ...] { }; when NAME ends ... { }
//   May         may "title" in WINDOW [or WINDOW ...] [before|after NAME(params)]
//               by owner | by each you: player [for b: T with c] [targeting [up to 2] t: T with c ...]
//               [if c] [limit ...] [cost { } [or cost { } ...]] [at once] { }
//   If, OnlyIf, Iff  NAME(params) = value ...        NotIf  NAME(params) != value ...
//   any statement or prohibition   ...  except to "Flight", [SAN-TER-118]
// The event that another one counts as, and whether this is said (If) or denied (NotIf, OnlyIf).
struct CountedAs {
    std::string name;
    std::vector<Expr> params;
    AbilityKind says = AbilityKind::If;
};

// Rules, printed items or rows, by name.
struct NameList {
    std::vector<std::string> all;
    std::vector<Span> spans;  // of `all`
};

// What stands and falls together: each of the binders one thing, or several of the only one.
struct Targets {
    Quantity quantity = Quantity::One;
    std::vector<Expr> count;  // unless One: how many
    std::vector<Binder> binders;
    std::vector<Expr> condition;  // none or one
};

struct Limit {
    std::vector<Expr> uses;  // none or one
    LimitPer per = LimitPer::Turn;
    std::string phase;  // LimitPer::Phase
};

// How a `may` is played.
struct Playing {
    NameList windows;
    std::vector<Binder> each;  // `by each you: player`: the name; else `owner` says who
    Side side = Side::Alone;
    std::vector<Expr> condition;           // of `binders`: none or one
    std::vector<std::vector<Stmt>> costs;  // alternatives
    bool at_once = false;
};

struct Ability {
    AbilityKind kind = AbilityKind::Error;
    Span span;
    std::string name;
    std::vector<std::string> rows;  // [SAN-TER-118]
    std::vector<Expr> params;       // names bind; anything else must be equal
    std::vector<Expr> exprs;
    std::vector<Stmt> body;
    std::vector<Expr> value;  // If, OnlyIf, Iff, NotIf, Ending: none or one
    CountedAs as;             // CountsAs
    NameList except_to;
    std::string title;            // May: label; Ignores: what is ignored
    Playing play;                 // May
    std::vector<Binder> binders;  // May: `for`; Effects: `for each`
    Change change = Change::Set;  // Effect
    bool of_phase = false;        // Replacement: name is a phase's
    // May: who plays it, unless each player may; Trigger, PhaseHook: who chooses targets (if any).
    std::vector<Expr> owner;
    std::vector<Targets> targets;
    std::vector<Given> given;
    Limit limit;
    bool looking_back = false;
    bool at_end = false;         // PhaseHook: when the phase ends, not when it begins
    std::vector<Ability> parts;  // Under, Effects
};

}  // namespace errata::dsl::ast
