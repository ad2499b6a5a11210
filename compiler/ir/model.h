// The Model: a whole game as one immutable, printable value, made by `elaborate`, read by the evaluator, the
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
//      (without its set-set incident when both set equal values). The frames stay. A body that Finishes ends
//      the game (the first in model order counts).
//   3. The top frame waits at a `settled` point and the pending bag is not empty: a placement. The options
//      are the different instances in the bag; the chosen one leaves the bag and becomes an agenda item at
//      its trigger's entry point with the arguments in registers 0.. and all other registers 0: on top
//      (agenda = Stack), or directly above the floor (agenda = Queue). Bag: on top, but only while the floor
//      is the top frame: one item is done before the next is taken (else this rule is passed over, and 4
//      applies). Owner: nobody when the bag holds two different instances and the model's `trigger_order` is
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

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/code.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term.h"
#include "compiler/ir/type.h"

namespace errata::compiler {

// One rule-giving unit of the spec, the place of provenance: a line of a card, an ability of a rule.
struct Clause {
    std::string name;  // the rule's or card's: "Void"
    std::string text;  // the line as printed, or the construct's source text
    std::string kind;  // "rule", "terrain", "action", ...
    std::vector<std::string> rows;
    dsl::Span span;
    // of printed text: each reading as the phrases it uses, one to a line
    std::vector<std::string> readings = {};
};

// A family of cells: a field of a kind (one parameter), a global (none), a relation (any).
struct Variable {
    std::string name;  // "group.at", "initiative", "entered"
    std::vector<TypeId> params;
    TypeId type;
    std::size_t base = 0;  // first cell
    std::size_t cells = 1;
    Value initial = 0;
    bool is_field = false;  // printed as A.at
    dsl::Span span;
    ReadingId reading = {};  // whose alternative in force it says; or invalid
    bool is_kept = false;    // by an ability for itself: uses of a limit, what waits for `later`
    bool is_exists = false;  // of a kind whose objects come and go: which of them are there
    bool is_phase = false;   // which phase of the turn it is
};

// A constant function: printed attributes, adjacency of a grid.
struct Table {
    std::string name;
    std::vector<TypeId> params;
    TypeId type;
    std::vector<Value> values;  // indexed as the cells of a variable
};

// An open statement about one function; parameters are binders 0..n-1 of `condition` and `value`.
struct Statement {
    bool positive = true;  // f = value if condition; false: f != value if condition
    TermId condition;
    TermId value;  // evaluated only where the condition holds
    ClauseId clause;
};

// Limits that `verify` holds every model to.
inline constexpr Value most_open_values = 64;
inline constexpr Value most_unknowns_of_a_family = 4096;

// f(args), a value of `type` (finite, at most 64 values): what the enabled statements whose conditions hold
// leave. A value is *allowed* if it equals the value of each positive one of them and differs from that of
// each negative one.
//   - exactly one allowed: that one;
//   - several: `fallback` (over the parameters; evaluated only here) if given and allowed; else undetermined
//     (incident `gap`): any of the allowed ones;
//   - none: contradictory (incident `contradiction`): any of the values for which positive statements that
//     hold ask, if they are at least two different ones, else any value of the type.
// In the last two cases (but for the fallback) nobody decides: each of these values is explored. Reaching the
// term at all is what counts as the incident. The outcome of the incident is the value's position in the type
// (value - lo). A predicate is a function to bool: `P if c` is P = 1, `not P if c` is P != 1, `iff` is one of
// each with the same clause. Undefined where a condition, a value that is needed or the fallback is, or where
// it is no value of the type.
struct OpenFunction {
    std::string name;
    std::vector<TypeId> params;
    TypeId type;
    std::vector<Statement> statements;
    TermId fallback;  // or invalid
    IncidentId contradiction;
    IncidentId gap;
    dsl::Span span;
};

// One family of unknowns of a system of equations: for every tuple of arguments (parameters are binders
// 0..n-1 of the terms) one unknown with the equation u(args) = definition. A finite type.
struct Unknown {
    std::string name;
    std::vector<TypeId> params;
    TypeId type;
    TermId
        // reads cells and unknowns, of this system and of earlier ones; no registers, no Solutions
        definition;
    TermId
        // or invalid: the value where the system has no solution; likewise, but reads no unknown of this
        // system
        backup;
    ClauseId clause;
    dsl::Span span;
};

// A system of simultaneous equations about the unknowns first..first+count-1 of Model::unknowns. In a state,
// a *solution* gives every unknown a value of its type so that each equation holds; an assignment under which
// a definition is undefined, lies outside the type, or asks an open function that is undetermined or
// contradictory, is none. With a `preference`, only solutions with the greatest value of it count (a closed
// term over unknowns and cells; where it is undefined, or asks such an open function, it counts as the
// smallest value). An inductive system (unknowns to bool, the definitions do not decrease in them) has at
// most one: the least, reached in rounds. Each round evaluates all definitions under the assignment of the
// one before, the first under "all no", and makes the next assignment of their values, until nothing changes;
// where a definition has no value in any round, there is no solution. Solutions are in lexicographic order of
// their values (unknowns in order, argument tuples as the cells of a variable). Those after the 100th do not
// exist.
//   - exactly one: the unknowns have its values;
//   - none: the backups if all unknowns have one and all these have a value of their type (no incident); else
//     the incident `none`, and an unknown has no value (the asking is undefined, without the incident
//     Model::undefined);
//   - several: the incident `several`, outcome: the position of the solution; each is explored. The solution
//     taken stays taken in this transition as long as, whenever the system is asked, it is one of the
//     solutions (then it is no new outcome, but the incident all the same); else it is forgotten.
// A system reads only earlier systems (smaller indices). Before it is solved those are asked, in order
// (whether a definition gets as far as asking them or not): the unknowns of one without a value are undefined
// in its definitions.
struct Equations {
    std::string name;
    std::size_t first = 0;
    std::size_t count = 0;
    bool inductive = false;
    TermId preference;  // or invalid
    std::vector<EquationsId>
        reads;  // earlier systems whose unknowns its terms mention, also through open functions; in order
    IncidentId none;
    IncidentId several;
    dsl::Span span;
};

// A declared exception: in states where the closed term holds, `loser` would apply if `winner` did not
// overrule it. For reports only; what the exception does stands in the conditions themselves.
struct Overruling {
    ClauseId loser;
    ClauseId winner;
    TermId holds;
    std::string about;  // the open function or action
};

// Something that must not happen silently. `code`: what the checker's finding is; `outcomes` are what
// nobody decides between.
struct Incident {
    FindingCode code = FindingCode::GapUndefined;
    std::string title;    // "remove: Void against Flight"
    std::string subject;  // explanation in the words of the game
    std::vector<ClauseId> clauses;
    std::vector<std::string> outcomes;
    dsl::Span span;
};

struct Label {
    std::string name;
    CodeId code;
};

enum class OwnerKind { Rules, Player, Nobody, Chance };

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
    bool passes = false;  // taking it is doing nothing here
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
    // its options are which of several things comes first: reports ask whether it matters
    bool orders = false;
    // waits until everything is done that is placed meanwhile; the control frame does so anyway
    bool floor = false;
    // waits in the middle of an effect, which still knows what has left meanwhile (Forget) Its options are
    // who comes next of a set that this register holds: what began goes on as long as a point keeps that.
    bool remembers = false;
    std::optional<std::uint32_t> to_come;
    // its owner decides without seeing what was decided before at unseen points
    bool unseen = false;
    Stage stage = Stage::Turn;
    std::vector<BinderRegister> live_registers;
    IncidentId no_option;
    ClauseId clause;
    dsl::Span span;
};

struct Trigger {
    std::string name;
    std::vector<TypeId> params;
    std::vector<std::string> param_names;
    PointId entry;
    ClauseId clause;
    TermId player;  // invalid unless the game states who orders: the player, over Bound 0.. = arguments
};

struct StateCheck {
    TermId condition;
    CodeId body;  // never stops; may Finish
    ClauseId clause;
};

struct Ending {
    std::string name;
    dsl::Span span;
};

enum class Agenda { Stack, Queue, Bag };

// What the game does about endless repetition. Consequence and severity of a loop's finding, never whether it
// is found.
enum class LoopPolicy { Unstated, Draw, Forbidden, Number, Cap };

// Initial states: `values` for every cell, except that the cells in `open` may take any value of their type,
// such that every requirement holds. The control frame waits at `Model::start`.
struct Setup {
    std::string name;
    std::vector<Value> values;
    std::vector<std::size_t> open;
    std::vector<std::pair<TermId, ClauseId>> requirements;
    dsl::Span span;
};

enum class ClaimKind { Always, Never, Reachable, Possible, Eventually, Terminates, Unique, After };

struct Claim {
    ClaimKind kind = ClaimKind::Always;
    bool ruling = false;
    std::string name;
    TermId condition;
    // Eventually: after, invalid: from the start; After: the guard with the action's roles checked through
    // `incident`
    TermId premise;
    IncidentId incident;              // After: reported by the code of the action when the ruling fails
    std::optional<FindingCode> code;  // of a partition's claim: what its finding is
    // Of a partition's claim: by name of a thing, the closed term that it breaks the claim. For words only;
    // may be incomplete.
    std::vector<std::pair<std::string, TermId>> things;
    ClauseId clause;
    dsl::Span span;
};

enum class StepKind { Take, Until, Then };

struct ScenarioStep {
    StepKind kind = StepKind::Then;
    std::string label;  // Take: the option's text up to its first hole, or the text with holes
    TermId owner;       // Take: the player; invalid: nobody or chance
    OwnerKind owner_kind = OwnerKind::Player;
    TermId
        // Then, Until: over cells. Take: over cells and the option's registers; resolved per option
        condition;
    std::map<std::pair<std::uint32_t, std::uint32_t>, TermId>
        take;  // Take: (point, option) -> condition over its registers
    dsl::Span span;
};

struct Scenario {
    std::string name;
    Setup setup;
    std::vector<ScenarioStep> steps;
    ClauseId clause;
    dsl::Span span;
};

// A printed item: card, terrain, keyword.
struct PrintedItem {
    std::string name;
    std::string kind;
    Value identity = 0;  // its value in the enum of its kind
    TypeId identity_type;
    TermId functions;  // closed term: some object has it in function
    std::vector<ClauseId> clauses;
    dsl::Span span;
};

// Something that can be understood in several ways: a line of printed text, or what a `reading` says. Which
// of them is in force is a variable (Variable::reading) that is open in every setup and that nothing writes;
// its type's values 0.. are the alternatives, its labels their names.
struct Reading {
    VarId variable;
    ClauseId clause;
    bool of_text = false;
};

struct Expectation {
    std::string code;
    std::string status;  // or empty
    std::string about;   // or empty: a clause's or title's word
    dsl::Span span;
};

struct Acceptance {
    std::string finding;
    std::string reason;
    dsl::Span span;
};

struct Layout {
    std::size_t over = 0;  // cell of `over`
    std::size_t frame_base = 0;
    std::size_t frames = 1;     // capacity
    std::size_t registers = 0;  // per frame
    std::size_t pending_base = 0;
    std::size_t pending = 0;            // slots
    std::size_t pending_arguments = 0;  // per slot
    std::size_t cells = 0;              // of a state

    std::size_t frame(std::size_t i) const { return frame_base + i * (1 + registers); }
    std::size_t slot(std::size_t i) const { return pending_base + i * (1 + pending_arguments); }
};

struct Model {
    std::string title;
    std::vector<Type> types;
    std::vector<Variable> variables;
    std::vector<Table> tables;
    std::vector<OpenFunction> open_functions;
    std::vector<Unknown> unknowns;
    std::vector<Equations> equations;
    std::vector<Clause> clauses;
    std::vector<Incident> incidents;
    std::vector<Label> labels;
    std::vector<Point> points;
    std::vector<Trigger> triggers;
    std::vector<StateCheck> state_checks;
    std::vector<Ending> endings;
    std::vector<Setup> setups;
    std::vector<Overruling> overrulings;
    std::vector<Claim> claims;
    std::vector<Scenario> scenarios;
    std::vector<PrintedItem> printed_items;
    std::vector<Reading> readings;
    // Where the scope bounds how many readings may differ from their first alternative in one play: how many,
    // and the requirement of every setup that says so (invalid where each keeps to its first one: then none
    // is open).
    std::optional<Value> most_departures;
    TermId few_departures;
    std::vector<Expectation> expectations;
    std::vector<Acceptance> acceptances;
    TermPool terms;
    CodePool code;
    Layout layout;
    PointId start;
    Agenda agenda = Agenda::Stack;
    bool trigger_order_stated = false;
    LoopPolicy loop_policy = LoopPolicy::Unstated;
    Value loop_cap = 0;               // LoopPolicy::Cap
    bool hidden_information = false;  // not everybody sees everything: strategies are not decided
    TypeId player_type;
    std::size_t depth = 0;  // of the scope: transitions a bounded search looks ahead; 0: not stated
    IncidentId undefined;
    IncidentId overflow;
    IncidentId
        settle_conflict;  // two state checks set one cell to different values; invalid: not an incident
    std::map<std::string, Value> scope;  // pool sizes and bounds used, for reports

    const Type& type(TypeId id) const { return types[id.index]; }
    // Its values are objects of that type, and perhaps none.
    bool refers_to(TypeId id, TypeId object) const {
        return id == object || (type(id).optional && type(id).base == object);
    }
    // Its values are sets of such objects.
    bool has_members(TypeId id, TypeId object) const {
        return type(id).form == TypeForm::Set && refers_to(type(id).element, object);
    }
    const Variable& variable(VarId id) const { return variables[id.index]; }
    const Clause& clause(ClauseId id) const { return clauses[id.index]; }
};

}  // namespace errata::compiler
