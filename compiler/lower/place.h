// Where code is made: what is in sight, which registers hold something, whose clause speaks. Passed by value
// while lowering descends. And what can only be made when everything else is there.
#pragma once

#include <functional>

#include "compiler/lower/lowering.h"

namespace errata::compiler {

// An event as an action with its roles, where the condition holds: as what it is, or as what it counts as.
struct CountedAs {
    ActionId action;
    std::vector<TypedTerm> roles;
    TermId condition;
    ClauseId clause;
};

// Names that stand for targets which may have become illegal, and what depends on them; and whether those are
// legal, as it was when the effect began.
struct Aimed {
    std::vector<typed::LocalId> locals;
    TermId legal;
};

// The rounds in which an event is replaced, in something indivisible.
struct EventRound {
    ActionId action;
    std::uint32_t level = 0;  // of the code's Rounds
};

// A `do` around, in this frame: registers that say whether all of it was possible so far, and whether some
// of it did something.
struct Counted {
    std::uint32_t possible = 0;
    std::uint32_t acts = 0;
};

struct Place : Scope {
    std::vector<BinderRegister> live;  // registers that the rest of the frame may read
    std::uint32_t next_register = 0;
    ClauseId clause;
    const typed::Ability* ability = nullptr;  // of the clause; null: it is no ability's code
    bool control = true;
    bool at_once = false;  // at one moment with what is around
    // In a condition that the ability's author wrote; where an object is known to be there; in what is paid.
    bool is_conditional = false;
    bool speaks_of_object = false;
    bool is_cost = false;
    Stage stage = Stage::Turn;
    std::string name;
    // Of the event under way: by Arranged::recurring, which instances have replaced it (a set of bearers, or
    // a truth value). Empty: none.
    std::vector<TermId> replaced;
    std::vector<const PlacedAbility*> inlined;  // replacements whose bodies are being written out around here
    std::vector<EventRound> again;              // what goes on with the next one: nothing is left of this one
    bool may_cancel = false;                    // in the effect of what is played before an event
    bool ends_event = false;                    // behind this statement nothing is left of the event's item
    std::vector<LabelId> rounds;                // of the `repeat`s around
    std::vector<CountedAs> under_way;  // in this frame, being carried out around here; outermost first
    std::vector<Aimed> aimed;
    std::vector<Counted> counted;     // outermost first
    bool as_far_as_possible = false;  // what cannot be done here is left out
    // Loops under way in this frame that remember who is still to come: the kind, and the register of the
    // set.
    std::vector<std::pair<TypeId, std::uint32_t>> to_come;
};

// Makes the code of what follows; it ends the code (Goto, Stop, Return, ...). May be called more than once.
using Continuation = std::function<CodeId()>;

// An event that something may replace: an action, or a phase (then without roles).
struct Event {
    std::string name;
    ClauseId clause;
    const std::vector<PlacedAbility>* replacements = nullptr;
    std::vector<std::pair<std::string, TypeId>> params;
    std::vector<TypedTerm> roles;
    std::optional<ActionId> action;
};

// Code that can only be made when everything else is lowered: what keeps references to an object, and what
// waits for an event, is known only then.
struct ToDo {
    struct Forget {
        CodeId place;
        TermId object;
        TypeId kind;
        bool for_good = false;
        Place where;
    };
    struct Fire {
        CodeId place;
        AwaitedEvent event;
        std::vector<TypedTerm> roles;
        std::optional<TermId> awaiting;
        Place where;
    };
    struct Await {
        CodeId place;  // its first term
        AwaitedEvent event;
        std::vector<TypedTerm> roles;
        Place where;
    };
    struct Item {
        Event event;
        Place where;
        PointId entry;
    };
    std::vector<Forget> forgets;
    std::vector<Fire> fires;
    std::vector<Await> awaits;
    std::vector<Item> items;  // of events, which may bring more of them
};

}  // namespace errata::compiler
