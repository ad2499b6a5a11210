// Typed abilities: what an ability of a rule or of printed text says, every name resolved. Made by
// typed/abilities from dsl/ast; read/ finds out which bearers have those of texts, lower/ makes triggers,
// guards and code of them.
#pragma once

#include "compiler/typed/stmt.h"

namespace errata::compiler::typed {

// One place in the brackets behind an event: it gives the role a name, or wants a value, or neither ('_').
struct Param {
    dsl::Span span;
    std::string name;
    LocalId local;             // it gives a name
    std::vector<Expr> value;   // it wants this: one
    TypeId type;               // of the role
    bool is_declared = false;  // the name is the one that the role is declared with

    bool is_bearer() const {
        return !value.empty() && value[0].kind == ExprKind::Local && value[0].local == this_local;
    }
};

// A value fixed when the event is caught.
struct Given {
    std::string name;
    LocalId local;
    Expr value;
};

enum class Says { If, NotIf, OnlyIf, Iff };

enum class AbilityKind {
    Trigger,       // event, params, guard, body
    PhaseHook,     // event, guard, body
    During,        // event, params, guard, body
    Prohibition,   // event, params, guard; also `only if` of an action (negated)
    Replacement,   // event, params; guard, body
    StateCheck,    // guard, body
    Ending,        // guard, name, player (whom it is for)
    StateTrigger,  // guard, body
    May,           // see below
    Ignores,       // ignored, event, params, guard
    Statement,     // said, params, guard; except_to
    CountsAs,      // event, params, as, said.says, guard
    Effect,        // said, params, guard
    Effects,       // parts: Effect
    Insert,        // name: a hole that holds abilities
    Lent,          // name: likewise; lent_to, guard: who bears them
};

//   Trigger, PhaseHook, StateTrigger   given, targets, player (who chooses them), limit
//   May            play, event and params (or alone), player (who plays it), targets, guard, limit, body
//   any statement or prohibition   except_to

// What an ability listens to, replaces or forbids; with `params`.
struct Event {
    ActionId action;
    Value phase = 0;
    bool of_phase = false;
    bool at_end = false;  // of the phase
    bool looking_back = false;
};

// What a statement or an effect says about a value.
struct Said {
    Says says = Says::If;
    OpenId open;
    ComputedId computed;
    ast::Change change = ast::Change::Set;
    std::vector<Expr> value;  // none or one
};

// The action that an event counts as. Where that is said and not denied, all params are wanted values: the
// roles.
struct Counted {
    ActionId action;
    std::vector<Param> params;
};

inline constexpr Value most_targets = 6;  // of one demand: there is an option for each number of them

// What stands and falls together: one thing for each binder, or several for the only one, each for itself.
struct Targets {
    ast::Quantity quantity = ast::Quantity::One;
    Value most = 1;  // of several
    std::vector<Binder> binders;
    std::vector<Expr> condition;  // none or one
    LocalId all;                  // of several: the set of them
    LocalId number;               // of several: how many were announced

    bool takes_several() const { return quantity != ast::Quantity::One; }
};

// How often it may be used.
struct Limit {
    Value uses = 0;  // 0: as often as it happens
    ast::LimitPer per = ast::LimitPer::Turn;
    Value phase = 0;
};

// How a `may` is played.
struct Playing {
    std::string title;
    std::vector<Shown> shown;       // in the title
    std::vector<WindowId> windows;  // one or more
    LocalId each;                   // the player, where each player may play it; a limit is for each of them
    ast::Side side = ast::Side::Alone;
    std::vector<Binder> binders;
    std::vector<Expr> condition;  // of `binders`: none or one
    std::vector<Block> costs;     // alternatives
    bool at_once = false;
};

struct Ability {
    AbilityKind kind = AbilityKind::Insert;
    dsl::Span span;
    std::string name;  // Ending, Insert
    std::vector<std::string> rows;
    Event event;
    std::vector<Param> params;
    std::vector<Expr> guard;  // none or one
    bool negated = false;     // Prohibition: forbidden where the guard does not hold
    Block body;
    Said said;
    Counted as;
    std::vector<Ability> parts;
    std::vector<Binder> lent_to;  // Lent: one
    std::vector<std::string> except_to;
    std::string ignored;
    Playing play;
    // Who plays it, chooses its targets, or whom it is for: none or one.
    std::vector<Expr> player;
    std::vector<Targets> targets;
    std::vector<Given> given;
    Limit limit;
    // Who orders it among others, where the game says so and it can be said of this one: none or one.
    std::vector<Expr> orderer;
};

}  // namespace errata::compiler::typed
