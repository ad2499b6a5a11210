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
    LocalId local;            // it gives a name
    std::vector<Expr> value;  // it wants this: one

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
    Trigger,       // action, params, guard, body
    PhaseHook,     // phase, guard, body
    During,        // action, params, guard, body
    Prohibition,   // action, params, guard; also `only if` of an action (negated)
    Replacement,   // action, params or phase; guard, body
    StateCheck,    // guard, body
    Ending,        // guard, name, player (whom it is for)
    StateTrigger,  // guard, body
    May,           // see below
    Ignores,       // ignored, action, params, guard
    Statement,     // says, open, params, guard, value; except_to
    CountsAs,      // action, params, as_action, as_roles, guard
    Effect,        // computed, params, guard, value, change
    Effects,       // parts: Effect
    Insert,        // name: a hole that holds abilities
};

//   Trigger, PhaseHook, StateTrigger   given, targets, target_condition, chooser (of targets), limit
//   May            title, window, side and action (or alone), params, owner, binders, binder_condition,
//                  targets, target_condition, guard, limit, costs, at_once, body
//   any statement or prohibition   except_to
struct Ability {
    AbilityKind kind = AbilityKind::Insert;
    dsl::Span span;
    std::string name;  // Ending, Insert
    std::vector<std::string> rows;

    ActionId action;
    Value phase = 0;
    bool of_phase = false;
    OpenId open;
    ComputedId computed;

    std::vector<Param> params;
    std::vector<Expr> guard;  // none or one
    std::vector<Expr> value;  // none or one
    Block body;

    Says says = Says::If;
    bool negated = false;  // Prohibition: forbidden where the guard does not hold
    ActionId as_action;
    std::vector<Expr> as_roles;
    ast::Change change = ast::Change::Set;
    std::vector<Ability> parts;
    std::vector<std::string> except_to;
    std::string ignored;

    std::string title;
    WindowId window;
    ast::Side side = ast::Side::Alone;
    // Who plays it, chooses its targets, or whom it is for: none or one.
    std::vector<Expr> player;
    std::vector<Shown> shown;  // in the title
    std::vector<Binder> binders;
    std::vector<Expr> binder_condition;
    std::vector<Binder> targets;
    std::vector<Expr> target_condition;
    std::vector<Given> given;
    Value limit = 0;  // how often; 0: as often as it happens
    ast::LimitPer limit_per = ast::LimitPer::Turn;
    Value limit_phase = 0;
    std::vector<Block> costs;  // alternatives
    bool looking_back = false;
    bool at_once = false;
    // Who orders it among others, where the game says so and it can be said of this one: none or one.
    std::vector<Expr> orderer;
};

}  // namespace errata::compiler::typed
