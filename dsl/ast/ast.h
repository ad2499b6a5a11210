// The syntax tree of one `.rules` file: what the author wrote, nothing resolved. Made by dsl/grammar, printed
// back by dsl/ast/print, consumed by compiler/resolve. Nodes are plain values of four sorts (Expr, Stmt,
// Ability, Item); a kind says which of the fields a node uses, as listed beside the kind. Every node carries
// its span. An Error node stands where an item, ability or statement could not be read, so that later stages
// can go on; it always comes with a diagnostic.
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
    And,  // args[0], args[1]; so are the next ones
    Or,
    Implies,
    Equal,     // =
    NotEqual,  // !=
    // is
    //     x is none
    Is,
    // is not
    //     x is not none
    IsNot,
    Less,          // <
    LessEqual,     // <=
    Greater,       // >
    GreaterEqual,  // >=
    In,            // in
    NotIn,         // not in
    Add,
    Subtract,
    Multiply,
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

enum class AbilityKind {
    // name, params, exprs: [guard], body
    //     when die(m) if m.owner = Ann { }
    Trigger,
    // name, params, exprs: [guard], body
    //     as execute(o) if c { }
    //     (part of the action itself)
    During,
    // name, exprs: [guard], body
    //     at before_movement { }
    PhaseHook,
    // name, params, exprs: [condition]
    //     cannot enter(g, q) if c
    Prohibition,
    // name, params, exprs: [condition], body, of_phase
    //     instead of die(m) if c { }
    //     instead of phase dusk { }
    Replacement,
    // exprs[0], body
    //     whenever c { }
    StateCheck,
    // name, exprs[0]
    //     ending "Ann wins" if c
    Ending,
    // name, params, exprs: [condition]
    //     protected(m) if c
    //     (no condition: a fact)
    If,
    // name, params, exprs[0]
    //     protected(m) only if c
    OnlyIf,
    // name, params, exprs[0]
    //     protected(m) iff c
    Iff,
    // name, params, exprs: [condition]
    //     not protected(m) if c
    NotIf,
    // name, params, as_name, as_params, exprs: [condition]
    //     teleport(g, q) counts as enter(g, q) if c
    CountsAs,
    // see `Ability`
    //     may "pings {t}" in response by this.owner targeting t: unit { }
    May,
    // exprs[0], body
    //     as soon as c { }
    StateTrigger,
    Ignores,  // title, name, params, exprs: [condition] ignores "Wall" in enter(this, _) if c
    // name, params, change, exprs: value[, condition]
    //     power(u) += 1 if c
    Effect,
    // binders, exprs[0], body
    //     for each u: unit with c { power(u) += 1 flying(u) := yes }
    Effects,
    // name
    //     a hole of a phrase that holds abilities
    Insert,
    Error,
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
//   Trigger     when NAME(params) [looking back] [if c] [given x = e, ...] [targeting t: T with c by P]
//               [limit 1 per turn] { }
//   PhaseHook   at NAME [if c] [given ...] [targeting ...] [limit ...] { }
//   May         may "title" in WINDOW [before|after NAME(params)] by owner [for b: T with c] [targeting t: T
//               with c] [if c] [limit ...] [cost { } [or cost { } ...]] [at once] { }
//   If, OnlyIf, Iff  NAME(params) = value ...        NotIf  NAME(params) != value ...
//   any statement or prohibition   ...  except to "Flight", [SAN-TER-118]
struct Ability {
    AbilityKind kind = AbilityKind::Error;
    Span span;
    std::string name;
    std::vector<std::string> rows;  // [SAN-TER-118]
    std::vector<Expr> params;       // names bind; anything else must be equal
    std::vector<Expr> exprs;
    std::vector<Stmt> body;
    std::vector<Expr> value;  // If, OnlyIf, Iff, NotIf: none or one
    std::string as_name;      // CountsAs
    std::vector<Expr> as_params;
    std::vector<std::string> except_to;  // names of rules or printed items, rows
    std::vector<Span> except_spans;
    std::string title;            // May: label; Ignores: what is ignored
    std::string window;           // May
    Side side = Side::Alone;      // May
    Change change = Change::Set;  // Effect
    bool of_phase = false;        // Replacement: name is a phase's
    std::vector<Expr> owner;  // May: who plays it (always); Trigger, PhaseHook: who chooses targets (if any)
    std::vector<Binder> binders;         // May: `for`
    std::vector<Expr> binder_condition;  // none or one
    std::vector<Binder> targets;
    std::vector<Expr> target_condition;  // none or one
    std::vector<Given> given;
    std::vector<Expr> limit;  // none or one
    LimitPer limit_per = LimitPer::Turn;
    std::string limit_phase;               // LimitPer::Phase
    std::vector<std::vector<Stmt>> costs;  // alternatives
    bool looking_back = false;
    bool at_once = false;
};

// One line of printed text, trimmed; `rows` from a bracket at its end.
struct TextLine {
    Span span;  // of the text alone
    std::string text;
    std::vector<std::string> rows;
};

// One alternative of a reading: `narrow "only then" { abilities }`.
struct Alternative {
    Span span;
    std::string name;
    std::string title;
    std::vector<Ability> abilities;
};

// One family of unknowns: `strength(u: unit): 0..9 = 1 + number of s: unit with helps(s, u) otherwise 0`.
struct Equation {
    Span span;
    std::string name;
    std::vector<Binder> binders;
    TypeExpr type;
    std::vector<Expr> exprs;  // definition[, backup]
};

// `name: value` in scopes, meta-rules and card headers.
struct Setting {
    Span span;
    std::string name;
    Expr value;
};

enum class ItemKind {
    // title
    //     game "Sanctum"
    Game,
    // title: path
    //     import "terrains.rules"
    Import,
    // names
    //     player Ann, Bob
    Player,
    // name, names
    //     enum nation: Human, Djinn
    Enum,
    // name, names, hidden
    //     zone place: deck hidden, hand hidden, field, grave
    Zone,
    // name, number or names, fields
    //     kind group of 3 { owner: player }
    //     kind group: A, B { }
    Kind,
    // name, number x number2, diagonal, hex, ring (columns wrap round), fields
    //     grid square 3 x 3 diagonal { terrain: terrain }
    Grid,
    // name, names, links, fields
    //     sites area: Keep, Mill, Well links Keep - Mill, Mill - Well { held: bool }
    Sites,
    // name, participants, exprs[0]
    //     window response from active once
    Window,
    // fields
    //     state { active: player = Ann }
    State,
    Relation,  // name, binders, type, exprs: [initial]  relation entered(q: square): direction?
    // name, binders, type, exprs[0], rows
    //     define flies(g: group): bool = ...
    Define,
    // name, binders, type, rows, exprs: [default]
    //     open fate(t: tile): verdict default spared
    Open,
    // name, binders, type, exprs[0], number: layer or 0, title: a field or ""
    //     derived power(u: unit): 0..9 layer 2 latest since = 1
    Derived,
    // name, binders, rows, exprs[0]
    //     inductive leads(a: area, b: area) if a = b or ...
    Inductive,
    // name, rows, equations[, exprs[0], preference]
    //     equations orders { moves(u: unit): bool = ... prefer most E }
    Equations,
    // name, binders, rows, body
    //     action remove(g: group) { }
    Action,
    // title, rows, abilities
    //     rule "Limits of Flight" [SAN-TER-123] { }
    Rule,
    // name, type, exprs[0], fields
    //     printed terrain on square if this.terrain = it { cost: 0..9 }
    Printed,
    // title: kind word, name, settings, rows, lines
    //     terrain Void [SAN-TER-035]
    Card,
    // name, sort, type (Expression), binders
    //     category effect is statements
    //     category filter is condition given m: minion
    Category,
    // name: category, title: template, rows, and one of exprs[0], body, abilities
    //     phrase effect "remove it" = do { }
    // binders: what later words can refer to
    //     phrase effect "fell {w: who}" introduces tree: unit = do { }
    // refers: what its words refer to
    //     phrase unit "it" refers to one: unit = one
    Phrase,
    // body
    //     turn { }
    Turn,
    // title, rows, body
    //     setup "any board" { }
    Setup,
    // name, settings
    //     scope small { group: 2 }
    Scope,
    // rows, settings
    //     meta { precedence: cannot }
    Meta,
    // title, rows, settings, body
    //     scenario "Hovering" [SAN-TER-155] scope { group: 1 } { }
    Scenario,
    // title, rows, mode, exprs
    //     check "alive" always c
    //     eventually c after d
    Check,
    // title, rows, binders, names: cases, exprs: condition, one for each case
    // partition "ground" for q: square with c { "dry": e  "wet": f }
    Partition,
    // title, rows, name: action or "", params, exprs: body[, condition]
    //     ruling "x" after enter(g, q) if c: d
    Ruling,
    // title, rows, alternatives
    //     reading "What Flight covers" [..] { narrow "..." { } wide "..." { } }
    Reading,
    // title: finding, name: reason
    //     accept "Flight over the Void" because "answered later"
    Accept,
    // name: code, title: status or "", names: [about]
    //     expect loop.mandatory refuted about "Ring"
    Expect,
    // rows, name: reason
    //     omit [SAN-TER-007] because "speaks of the program's windows"
    Omit,
    Error,
};

// `Keep - Mill`
struct Link {
    Span span;
    std::string from;
    std::string to;
};

// Who is asked in a window: everybody in turn from somebody on, again and again or once; or one player.
enum class Participants { From, For, FromOnce };

// What the phrases of a category stand for.
enum class CategorySort { Abilities, Statements, Condition, Expression };

enum class CheckMode { Always, Never, Reachable, Possible, Eventually, Terminates, Unique };

// Which of several solutions counts.
enum class Preference { Most, Least };

struct Item {
    ItemKind kind = ItemKind::Error;
    Span span;
    Span name_span;
    std::string name;
    std::string title;
    std::vector<std::string> names;
    std::vector<Span> name_spans;     // of `names`
    std::vector<std::string> hidden;  // Zone: those of `names` into which not everybody sees
    std::vector<Link> links;
    std::vector<std::string> rows;
    std::int64_t number = 0;
    std::int64_t number2 = 0;
    Participants participants = Participants::From;
    bool diagonal = false;
    bool hex = false;
    bool ring = false;
    CategorySort sort = CategorySort::Expression;
    CheckMode mode = CheckMode::Always;
    Preference preference = Preference::Most;
    TypeExpr type;
    std::vector<Binder> fields;
    std::vector<Binder> binders;
    std::vector<Binder> refers;
    std::vector<Expr> params;
    std::vector<Expr> exprs;
    std::vector<Stmt> body;
    std::vector<Ability> abilities;
    std::vector<TextLine> lines;
    std::vector<Setting> settings;
    std::vector<Alternative> alternatives;
    std::vector<Equation> equations;
};

struct Comment {
    Span span;
    std::string text;      // without the dashes, trimmed
    bool own_line = true;  // false: it follows something on its line
};

struct Module {
    std::uint32_t file = Span::no_file;
    std::vector<Item> items;
    std::vector<Comment> comments;
};

}  // namespace errata::dsl::ast
