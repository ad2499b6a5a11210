// What lowering has at hand everywhere: the program, the abilities by what they concern, the Model under
// construction, and what was made once and is used again. Everything in this folder is a free function over
// it.
#pragma once

#include <deque>
#include <set>

#include "compiler/lower/placed.h"
#include "compiler/terms/terms.h"

namespace errata::compiler {

// A `later`: waiting instances, each in a slot of these variables (whose parameter is the slot).
struct Waiting {
    const typed::Ability* ability = nullptr;
    std::shared_ptr<const Holes> holes;
    PrintedId printed;
    ClauseId clause;
    TriggerId trigger;
    TypeId slots;
    VarId waiting;
    std::vector<Bound>
        captured;  // what was in sight: a value that nothing changes, or the type of what is kept
    std::vector<VarId> values;  // of `captured`
    std::vector<std::size_t>
        roles;  // of the event that are arguments of the trigger, behind the captured ones
};

// What tells one `later` from another: where it is written, and what it speaks about there (a constant, or
// the type of what it keeps).
struct WaitingKey {
    const typed::Ability* ability = nullptr;
    const Holes* holes = nullptr;
    std::vector<std::pair<TermId, TypeId>> captured;

    auto operator<=>(const WaitingKey&) const = default;
};

// An event that something may wait for.
struct AwaitedEvent {
    bool is_phase = false;
    std::size_t id = 0;   // an ActionId or a phase
    bool at_end = false;  // of the phase

    auto operator<=>(const AwaitedEvent&) const = default;
};

// A statement about an open function is an exception to a rule: where it applies, what that rule says about
// it does not count.
struct OpenException {
    OpenId open;
    std::size_t statement = 0;  // of the function
    std::string to;             // a name or row
};

// Actions being gone into, outermost first: to enter one again would be recursion.
struct Underway {
    std::vector<ActionId> performing;
    std::vector<ActionId> asking;  // whether they can happen
    std::vector<ActionId> seeing;  // whether they stop
};

// What is divided: an amount of at most so much between the objects of some kinds, at most so much to each.
struct SplitKey {
    std::vector<std::pair<TypeId, Value>> parts;
    Value amount = 0;

    auto operator<=>(const SplitKey&) const = default;
};

// The ways to do so; distribute.cpp makes them.
struct Splits {
    TypeId type;                  // a value for each way
    TableId sum;                  // of what is given
    std::vector<TableId> shares;  // by part: what each object gets
    Value reach = 0;              // the largest sum of which all ways are there
    bool is_complete = false;     // there are no ways with a larger one, or nobody asks for them
};

// Made for whoever needs them first.
struct Tables {
    std::map<TypeId, TableId> bits;  // by kind: the bit of each object in a set
    // By type and what it is called for: every value, none outside.
    std::map<std::pair<TypeId, std::string>, TableId> itself;
    std::map<SplitKey, Splits> splits;
};

// What was made once.
struct Memory {
    std::map<std::string, EndingId> endings;
    std::map<std::string, std::vector<ClauseId>> clause_paths;  // by path, who would have it
    Tables tables;
    std::map<const typed::Stmt*, ClauseId> phase_clauses;
    // One incident per demanding clause, action and forbidding clause; for each clause and question that
    // nobody orders; for each event and its replacements: however often the code is written out.
    std::map<std::tuple<ClauseId, ActionId, ClauseId>, IncidentId> must_cannot;
    std::map<std::tuple<ClauseId, IncidentKind, std::string>, IncidentId> orders_by_nobody;
    std::map<std::pair<std::string, std::vector<ClauseId>>, IncidentId> replaced_first;
    std::map<std::string, TriggerId> event_items;     // the agenda item of each event that needs one
    std::map<std::pair<ActionId, bool>, bool> stops;  // asked as part of something indivisible?
    std::vector<Waiting> waiting;
    std::map<WaitingKey, std::size_t> waiting_known;
    std::map<AwaitedEvent, std::vector<std::size_t>> waiting_for;
    // What returns to its initial value when a turn or a phase begins: fields, and uses of limits.
    std::vector<VarId> reset_by_turn;
    std::map<Value, std::vector<VarId>> reset_by_phase;
    std::deque<typed::Stmt> loops_over_chosen;  // whose blocks carry out what was chosen
    std::vector<OpenException> exceptions;
    std::optional<VarId> turns_left;  // of a screen: one more than are to come; 0: play goes on
    std::size_t written_out = 0;      // replacing bodies in indivisible code
    // By clause, statement, and what fills the holes of the phrase that it stands in.
    std::map<std::tuple<ClauseId, const typed::Stmt*, const Holes*>, PartId> parts;
    std::map<std::pair<ClauseId, const typed::Ability*>, std::size_t> abilities;  // their numbers
    Underway underway;
};

struct ToDo;

struct Lowering {
    const typed::Program& program;
    const Names& names;
    const typed::Phrases& phrases;
    const Reporter& reporter;
    Model& model;
    Arranged& arranged;
    Terms& terms;
    Effort& effort;
    Memory& memory;
    ToDo& to_do;

    TermPool& pool() const { return model.terms; }
    const Type& type(TypeId id) const { return model.type(id); }
    const std::string& clause_name(ClauseId id) const { return model.clause(id).name; }
};

bool is_mortal(const Lowering& l, TypeId type);
bool exists_sometimes(const Lowering& l, TypeId type);
const std::string& action_name(const Lowering& l, ActionId action);

VarId add_variable(const Lowering& l, std::string name, std::vector<TypeId> params, TypeId type,
                   dsl::Span span);
TableId add_table(const Lowering& l, std::string name, std::vector<TypeId> params, TypeId type,
                  std::vector<Value> values);
// `part`: which part of its item it is, where that has several.
ClauseId add_clause(const Lowering& l, std::string name, ClauseKind kind, std::string text,
                    std::vector<std::string> rows, dsl::Span span, const std::string& part = "");
ClauseId add_clause(const Lowering& l, Clause clause, const std::string& part = "");
// Once all are there: clauses that would have one path are told apart by their texts, in whatever order they
// are written. Those with the same text are numbered.
void tell_clauses_apart(const Lowering& l);
// Clause::digest, once their readings are known.
void digest_clauses(const Lowering& l);
IncidentId add_incident(const Lowering& l, Incident incident);
void add_once(std::vector<ClauseId>& clauses, ClauseId clause);
LabelId add_label(const Lowering& l, std::string name, CodeId code);
PointId add_point(const Lowering& l, Point point);
TriggerId add_trigger(const Lowering& l, Trigger trigger);
// A parameter of a trigger, kept as the agenda keeps it.
void add_parameter(const Lowering& l, Trigger& trigger, const std::string& name, TypeId type);
// One that an ability keeps for itself.
VarId add_kept(const Lowering& l, std::string name, std::vector<TypeId> params, TypeId type, Value initial,
               dsl::Span span);

}  // namespace errata::compiler
