// What a state of a model holds, and what is computed from it: clauses and variables, tables, open functions,
// equations, the layout of the cells. model.h says what they mean together.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/clause.h"
#include "compiler/ir/code.h"
#include "compiler/ir/term.h"
#include "compiler/ir/type.h"

namespace errata::compiler {

// A family of cells: a field of a kind (one parameter), a global (none), a relation (any).
struct Variable {
    std::string name;  // "group.at", "initiative", "entered"
    std::vector<TypeId> params;
    TypeId type;
    std::size_t base = 0;  // first cell
    std::size_t cells = 1;
    Value initial = 0;
    VarId begins_with = {};  // a field of the same kind whose value it begins with, unless a position says
                             // otherwise; or invalid
    bool is_field = false;   // printed as A.at
    dsl::Span span;
    ReadingId reading = {};  // whose alternative in force it says; or invalid
    bool is_rigid = false;   // keeps what it begins with, on every board: whether an assumption is in force
    bool is_kept = false;    // by an ability for itself: uses of a limit, what waits for `later`
    // Of what waits for `later`: for which one, counted from 1. Its variables are the columns of a table with
    // a row for each that waits; in which order the rows stand tells nothing.
    std::uint32_t waits_for = 0;
    bool is_exists = false;   // of a kind whose objects come and go: which of them are there
    bool is_phase = false;    // which phase of the turn it is
    bool is_zone = false;     // in which zone its object lies: a move to where it lies writes nothing
    bool is_horizon = false;  // how many turns of a screen are to come: no part of the game

    // It says how the rules are understood, and nothing about the position.
    bool is_of_rules() const { return reading.is_valid() || is_rigid; }
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
    // what a derived value has come to in the course of its layer: that value's name, for reports. params[0]
    // is the turn. Else empty
    std::string course_of = {};
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
//     Incidents::undefined);
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

// Exceptions to one another: where the closed term holds, all of these would apply, each gives way to the
// next and the last to the first, so that none counts.
struct ExceptionCircle {
    std::vector<ClauseId> clauses;  // two or more
    TermId holds;
    std::string about;  // the open function
};

// What a clause forbids or replaces, whether or not anything ever performs it.
struct Hindrance {
    ClauseId clause;
    std::string action;
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

}  // namespace errata::compiler
