// What play does from state to state: incidents, the points at which frames wait and their options, triggers,
// state checks, endings. model.h says what they mean together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/code.h"
#include "compiler/ir/finding_code.h"
#include "compiler/ir/order_kind.h"
#include "compiler/ir/term.h"
#include "compiler/ir/type.h"

namespace errata::compiler {

enum class IncidentKind : std::uint8_t;  // incident_kinds.h

// Something that must not happen silently. `code`: what the checker's finding is; `outcomes` are what
// nobody decides between.
struct Incident {
    FindingCode code{};              // whoever makes one says which
    IncidentKind kind{};             // and what has happened
    std::vector<std::string> names;  // of the spec, as incident_kinds.def says: by these it is known
    std::string detail = {};         // and what else is told of it
    std::vector<ClauseId> clauses;
    std::vector<Phrase> outcomes;
    dsl::Span span;
    std::vector<std::string> settings = {};  // any of these in `meta` would decide it: "changes: set_first"
    std::optional<OrderKind> order = {};     // of order.unowned and order.chosen
};

struct Label {
    std::string name;
    CodeId code;
};

// Elsewhere: somebody does, by rules that the spec has not. As open as what nobody decides, but no question
// to the rules that are here.
enum class OwnerKind { Rules, Player, Nobody, Chance, Elsewhere };

struct BinderRegister {
    std::uint32_t reg = 0;
    TypeId type;
    std::string name;
    bool internal = false;  // no name of the spec: what the kernel keeps for itself
};

// What a name in a label stands for: a constant, or a register of the waiting frame.
struct ShownName {
    std::string name;
    TermId term;
    TypeId type;
};

struct PointOption {
    std::string text;  // "orders {s} on {t}": names in braces are binders, or in `shown`
    std::vector<ShownName> shown;
    std::vector<BinderRegister> binders;
    TermId guard;  // a term over cells and registers (binders are registers)
    LabelId target;
    ClauseId clause;
    dsl::Span span = {};  // where it is written as an option; invalid for what the kernel offers
    bool passes = false;  // taking it is doing nothing here
    // Of a distribution: its one binder is a way to divide something, and these tables say how much whom it
    // gives.
    std::vector<TableId> shares = {};
};

enum class Stage { Resolution, Settle, Window, Turn, Game };

// Where a frame can wait.
struct Point {
    std::string name;  // "movement", "Martyr: choice"
    OwnerKind owner = OwnerKind::Rules;
    TermId player;  // OwnerKind::Player
    std::vector<PointOption> options;
    std::optional<LabelId> otherwise;
    bool settled = true;
    bool control = true;  // a point of the turn; false: of an agenda item
    // its options are which of several such things comes first: reports ask whether it matters
    std::optional<OrderKind> orders = {};
    // waits until everything is done that is placed meanwhile; the control frame does so anyway
    bool floor = false;
    // waits in the middle of an effect, which still knows what has left meanwhile (Forget)
    bool remembers = false;
    // its options are who comes next of those that this register, perhaps with others, keeps: what began goes
    // on as long as a point keeps it
    std::optional<std::uint32_t> to_come;
    // the heads of the `repeat`s in which it stands: until these are left, what somebody picks in each round
    // is one of several things to do
    std::vector<LabelId> rounds;
    // its owner decides without seeing what was decided before at unseen points
    bool unseen = false;
    // then this register keeps what was decided, until it is carried out
    std::optional<std::uint32_t> decided = {};
    Stage stage = Stage::Turn;
    std::vector<BinderRegister> live_registers;
    IncidentId no_option;
    ClauseId clause;
    dsl::Span span;
};

// How many instances of a trigger may be caught, counted in a variable; it has the first parameter of the
// trigger, or none.
struct TriggerLimit {
    VarId uses;
    Value most = 0;
    IncidentId order;  // nobody decides which of several at one moment are caught
};

struct Trigger {
    std::string name;
    std::vector<TypeId> params;
    std::vector<std::string> param_names;
    PointId entry;
    ClauseId clause;
    TermId player;  // invalid unless the game states who orders: the player, over Bound 0.. = arguments
    TermId rank;    // likewise: those of lower rank are carried out first; invalid or undefined: 0
    std::optional<TriggerLimit> limit = {};  // for those that are caught at one moment: see Pend
    std::string put_off = {};  // of what waits through `later`: what is written there; else empty
};

struct StateCheck {
    TermId condition;
    CodeId body;  // never stops; may Finish
    ClauseId clause;
};

// What state checks may both set and add to, where the game does not say which comes first.
struct MomentOrder {
    VarId variable;
    IncidentId incident;
    ClauseId clause;  // in whose name it is met
};

struct Ending {
    std::string name;
    VarId winner;  // one cell: a player or none; invalid: no text says whom it is for
    dsl::Span span;
    bool is_horizon = false;  // no ending of the game: a screen looks no further
};

enum class Agenda { Stack, Queue, Bag };

// What the game does about endless repetition. Consequence and severity of a loop's finding, never whether it
// is found.
enum class LoopPolicy { Unstated, Draw, Forbidden, Number, Cap };

}  // namespace errata::compiler
