// Abilities where they stand, arranged by what they concern: made by `arrange`, read by everything that
// lowers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/terms/scope.h"

namespace errata::compiler {

// With its clause and, for text, its bearer and holes.
struct PlacedAbility {
    const typed::Ability* ability = nullptr;
    ClauseId clause;
    std::optional<Bearer> bearer;
    std::shared_ptr<const Holes> holes;
    TermId reading;  // invalid, or: the alternative of a reading that it belongs to is in force
    std::vector<std::size_t> antecedents;  // of its line
};

// A triggered ability. The arguments of its trigger: the bearer (if any), then roles of the event, then what
// was given.
struct Listener {
    TriggerId trigger;
    PlacedAbility placed;
    std::vector<std::size_t> roles;  // positions of the action's parameters that are arguments of the trigger
    std::optional<VarId> limit;  // how often it was caught; a field of the bearer's kind where there is one
    Value most = 0;              // of `limit`
};

// When a phase begins, or when it ends.
struct PhaseMoment {
    Value phase = 0;
    bool at_end = false;

    auto operator<=>(const PhaseMoment&) const = default;
};

// A `may` ability where it can be played. The arguments of its effect: bearer, named roles of the event,
// `for` binders, targets.
struct Play {
    PlacedAbility placed;
    TriggerId effect;       // invalid: carried out at once
    bool is_again = false;  // it is in another window, too, and its effect is lowered there
    std::vector<std::size_t> roles;
    std::optional<VarId> limit;
    Value most = 0;
};

// A window as an agenda item: by itself, or before or after an event (whose roles are its first arguments).
// Then: who is asked.
struct WindowItem {
    WindowId window;
    ActionId action;  // or invalid
    ast::Side side = ast::Side::Alone;
    TriggerId trigger;
    std::vector<Play> plays;
};

struct AfterRuling {
    const typed::Ruling* ruling = nullptr;
    ClauseId clause;
    IncidentId incident;
};

// What concerns an action.
struct ActionRules {
    ClauseId clause;
    std::vector<PlacedAbility> prohibitions;
    std::vector<PlacedAbility> replacements;
    std::vector<PlacedAbility> parts;     // `as action(...)`: done with the action's own body
    std::vector<PlacedAbility> ignoring;  // `ignores X in action(...)`
    std::vector<PlacedAbility> counts;    // `action(...) counts as ...`
    std::vector<PlacedAbility> denials;   // `not action(...) counts as ...`
    std::vector<Listener> listeners;
    std::vector<AfterRuling> rulings;
    std::optional<std::size_t> before;  // windows of the event, in Arranged::windows
    std::optional<std::size_t> after;
};

// A continuous effect on a computed value, with its clause and bearer. `placed.ability` is an Effect.
struct ContinuousEffect {
    PlacedAbility placed;
    const typed::Ability* whole = nullptr;  // as written; of `for each` with all its parts
    std::int64_t layer = 0;  // in which its condition is asked: the first one of all that it does
};

// A layer whose effects are applied one after the other: see layer_order.h. Instances and turns are numbered
// from 0, and there are as many of one as of the other.
struct LayerOrder {
    struct Values {
        UnknownId at;         // how many turns are over
        UnknownId supposing;  // how many, and who has one more
    };
    // An effect as written; its first instance, and how many there are: one for each bearer.
    struct Instances {
        const typed::Ability* whole = nullptr;
        ClauseId clause;
        std::optional<TypeId> on;
        Value first = 0;
        Value count = 1;
    };
    std::int64_t layer = 0;
    TypeId instances;
    std::map<ComputedId, Values> values;
    std::vector<Instances> effects;
    UnknownId turn;     // of a turn: whose it is
    UnknownId turn_of;  // of an instance: which turn it has
    UnknownId left;     // of a turn and an instance: it has had none before
    std::vector<UnknownId>
        needs;        // of a turn and two instances: the first needs the second; by way of others
    UnknownId waits;  // of a turn and an instance

    const Instances& of(const typed::Ability* whole, ClauseId clause) const;
};

struct StateTrigger {
    PlacedAbility placed;
    Listener listener;  // limit: whether it is under way
};

struct Arranged {
    std::vector<ActionRules> actions;
    std::map<PhaseMoment, std::vector<Listener>> hooks;
    std::map<Value, std::vector<PlacedAbility>> phase_replacements;
    std::vector<PlacedAbility> state_checks;
    std::vector<StateTrigger> state_triggers;
    std::vector<WindowItem> windows;
    std::vector<std::vector<ContinuousEffect>> effects;  // by computed value
    std::map<std::int64_t, LayerOrder> orders;           // by layer
    std::vector<PlacedAbility> statements;               // about open functions
    // Whether the first counts as the second, where something denies it.
    std::map<std::pair<ActionId, ActionId>, OpenId> questions;
    std::vector<TypeId> antecedents;  // what some text refers back to: its type
    // Replacements whose bodies may lead to an event that they replace themselves.
    std::vector<const PlacedAbility*> recurring;
    std::map<ClauseId, std::vector<std::string>> excepted;  // by prohibition: what it is an exception to

    // Does anything listen to the action, or to one that it counts as? Does a window open before or after?
    bool is_heard(ActionId action) const;
    bool opens_window(ActionId action) const;
    // The item of a window that belongs to no event; null where there are no players to ask.
    const WindowItem* item_of(WindowId window) const;
    bool is_recurring(const PlacedAbility& placed) const;
};

// Does a name or row, as written behind `except to` or `ignores`, mean this clause?
bool is_called(const Clause& clause, const std::string& id);

}  // namespace errata::compiler
