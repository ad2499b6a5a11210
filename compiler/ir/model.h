// The Model: a whole game as one immutable, printable value, made by `lower`, read by the evaluator, the
// Z3 encoding and the checker. This header defines what a model *means*; evaluate.h is the same definition in
// code, smt/encode an independent one.
//
// STATE. A vector of whole numbers ("cells"):
//   - one cell per variable and argument tuple: cell = base + sum of (argument - lo of its parameter) *
//     stride, last parameter fastest (`cell_of`);
//   - `over`: 0 while the game runs, k+1 once ending k was reached;
//   - the agenda: `frames` frames, frame 0 on top; a frame is its point + 1 (0: no frame) followed by
//     `registers` registers. Frames are packed towards 0; an absent frame has all cells 0. The lowest frame
//     present is the control frame (the turn), the ones above it are agenda items. The *floor* is the topmost
//     frame that is the control frame or waits at a `floor` point (a `settle` inside an effect): what is
//     placed goes above it, and it goes on when all of that is done;
//   - the pending bag: `pending` slots, each a trigger + 1 (0: empty) followed by `pending_arguments`
//     arguments; packed towards 0, unused arguments 0. The bag is unordered: two states are equal up to its
//     order (`canonical`).
// Registers that a point does not declare live (Point::live_registers) are 0 while a frame waits there.
//
// WELL-FORMED: every cell within its type, layout conditions above, every frame at a point whose live
// registers lie in their types, pending instances with arguments in their types, and the control frame at a
// point of the turn, the others not.
//
// SUCCESSORS of a well-formed state s. Exactly one of the following, in this order:
//   1. over != 0: none.
//   2. The top frame waits at a `settled` point and a state check is enabled (its condition holds): one
//      transition, "settle": the bodies of all enabled checks, in model order, as one Simultaneously block
//      (without its set-set incident when both set equal values; `sets_last` as the policies say). Where the
//      bodies both set a cell and add something to it, and its variable has a `moment_orders` entry, nobody
//      decides, for each such variable in that order, whether that stands (outcome 0) or what is added to
//      cells of the variable that are set does not count (1). The frames stay. A body that Finishes ends the
//      game (the first in model order counts).
//   3. The top frame waits at a `settled` point and the pending bag is not empty: a placement. The options
//      are the different instances in the bag, of those with the least rank (Trigger::rank; agenda = Stack:
//      the greatest: placed last, it is carried out first); the chosen one leaves the bag, an agenda item at
//      its trigger's entry point with the arguments in registers 0.. and all other registers 0: on top
//      (agenda = Stack), or directly above the floor (agenda = Queue). Bag: on top, but only while the floor
//      is the top frame: one item is done before the next is taken (else this rule is passed over, and 4
//      applies). Owner: nobody when there are two different options and the model's `trigger_order` is
//      unstated; the player of `trigger_owner` when it is stated; the rules when the choice is between
//      equals.
//   4. Otherwise the options of the top frame's point: for each Option in order and each assignment of its
//      binders (registers, in the order given, increasing values) for which its guard is 1, run the code of
//      its label. If no option is possible: the `otherwise` label if the point has one; else the state has no
//      successor and is the incident `no_option` of the point.
// Running code: registers are those of the top frame, cells of s change as the code says. `Goto` continues in
// another label of the same frame. At the end: Stop p sets the frame's point to p and clears the registers
// that p does not declare live; Call does the same and puts an item on top (code.h); Return removes the frame
// (the ones below move up); Finish k sets over = k+1 and clears agenda and bag. An undefined term, or a value
// that leaves its type, ends the transition as an error: that successor is no state, only the incident
// (model.undefined / model.overflow). More agenda items than frames, or more pending instances than slots:
// the successor is `cut`.
//
// NOBODY. Fork, undetermined open functions and equations with several solutions make a transition branch:
// each combination of outcomes is a successor of its own. An open function whose value is undetermined, or
// contradictory, for given arguments has one value for the whole transition (that explored where it is first
// asked, whatever its statements say later), beginning with the conditions and guards that are evaluated to
// find it: where they depend on such a value, each value is explored with the transitions that it leaves
// possible, and `otherwise` or no_option where it leaves no option. What these conditions meet, and its guard
// (of `otherwise`: all guards), the transition meets.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/claims.h"
#include "compiler/ir/clause.h"
#include "compiler/ir/code.h"
#include "compiler/ir/play.h"
#include "compiler/ir/shortcuts.h"
#include "compiler/ir/state.h"
#include "compiler/ir/term.h"
#include "compiler/ir/type_pool.h"

namespace errata::compiler {

// What a name of the spec stands for wherever it is written: of reports alone.
struct DefinedName {
    std::string name;  // or, of what has none, how its declaration begins: "meta", "grid square"
    dsl::Span span;
    bool is_action = false;  // something that is done; else something that is said
};

struct Model {
    // Values that are looked up, decided or solved.
    struct Functions {
        std::vector<Table> tables;
        std::vector<OpenFunction> open;
        std::vector<Unknown> unknowns;
        std::vector<Equations> equations;
        std::vector<DefinedName> defined;
    };
    // Where a frame can wait, and what is run from there.
    struct Flow {
        std::vector<Label> labels;
        std::vector<Point> points;
        PointId start;
        CodePool code;
    };
    struct Incidents {
        std::vector<Incident> all;
        IncidentId undefined;
        IncidentId overflow;
        // Two state checks set one cell to different values; invalid: not an incident.
        IncidentId settle_conflict;
    };
    // What comes about by itself, and which rules overrule others.
    struct Rules {
        std::vector<Trigger> triggers;
        std::vector<StateCheck> state_checks;
        std::vector<MomentOrder> moment_orders;  // of different variables
        std::vector<Ending> endings;
        std::vector<Overruling> overrulings;
        std::vector<Hindrance> hindrances;
        std::vector<ExceptionCircle> exception_circles;
    };
    // What the game says of how it is run.
    struct Policies {
        Agenda agenda = Agenda::Stack;
        bool trigger_order_stated = false;
        bool sets_last = false;  // where state checks set a cell, what they add to it does not count
        LoopPolicy loops = LoopPolicy::Unstated;
        Value loop_cap = 0;  // LoopPolicy::Cap
        // Into which not everybody sees, by type and value: what somebody could force is not decided while
        // something lies there.
        std::vector<std::pair<TypeId, Value>> hidden_zones = {};
    };
    struct Readings {
        std::vector<Reading> all;
        // Where the scope bounds how many may differ from their first alternative in one play: how many, and
        // the requirement of every setup that says so (invalid where each keeps to its first one: then none
        // is open).
        std::optional<Value> most_departures;
        TermId few_departures;
    };
    // What the author wants to know, expects or accepts.
    struct Asked {
        std::vector<Claim> claims;
        std::vector<Scenario> scenarios;
        std::vector<Expectation> expectations;
        std::vector<Acceptance> acceptances;
        std::vector<std::string> not_analysed;  // in words: what nothing is looked for, and why
    };
    // Sizes and bounds that were used.
    struct Scope {
        std::map<std::string, Value> sizes;  // by name, for reports
        std::size_t depth = 0;               // transitions a bounded search looks ahead; 0: not stated
    };

    std::string title;
    TypePool types;
    std::vector<Variable> variables;
    Functions functions;
    std::vector<Clause> clauses;
    std::vector<Part> parts;  // of abilities
    Incidents incidents;
    Flow flow;
    Rules rules;
    std::vector<Setup> setups;
    Asked asked;
    std::vector<PrintedItem> printed_items;
    Readings readings;
    std::vector<Assumption> assumptions;  // without those that a reading tries both ways
    TermPool terms;
    Layout layout;
    Policies policies;
    TypeId player_type;
    Scope scope;
    Shortcuts shortcuts;

    const Type& type(TypeId id) const { return types[id.index]; }
    const Variable& variable(VarId id) const { return variables[id.index]; }
    const Clause& clause(ClauseId id) const { return clauses[id.index]; }
};

// Does the game have endings at all?
inline bool has_endings(const Model& model) {
    return std::ranges::any_of(model.rules.endings, [](const Ending& ending) { return !ending.is_horizon; });
}
inline bool has_readings(const Model& model) { return !model.readings.all.empty(); }
// The type's values are objects of the other one, and perhaps none.
inline bool refers_to(const Model& model, TypeId id, TypeId object) {
    return id == object || (model.type(id).optional && model.type(id).base == object);
}
// Its values are sets of such objects.
inline bool has_members(const Model& model, TypeId id, TypeId object) {
    return model.type(id).form == TypeForm::Set && refers_to(model, model.type(id).element, object);
}

}  // namespace errata::compiler
