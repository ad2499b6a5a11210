// The middle part of the reference evaluator: one transition under way. It changes a copy of the state as
// code.h says, keeps the journal, and ends as a Successor. Choosing what to run, and running again for other
// outcomes of what nobody decides, is left to evaluate.cpp. One object serves many transitions, so that its
// memory is reused.
#pragma once

#include "compiler/ir/evaluate_terms.h"

namespace errata::compiler {

enum class RunEnd { None, Stop, Return, Finish, Cut, Again };

// Whether the transition leaves the scope, and how.
enum class RunCut { No, Room, Ways };

// One write to a cell, of those that a block collects; `value` as in the node.
struct CollectedWrite {
    CodeKind kind = CodeKind::Set;
    Value value = 0;
    ClauseId clause;
};

// What one Simultaneously block does to one cell.
struct BlockWrite {
    VarId var;
    std::size_t cell = 0;
    std::optional<Value> set;
    std::optional<Value> reset;  // what it held before, as far as the block is concerned
    bool is_for_good = false;    // and what it holds behind it
    Value added = 0;
    Value gained = 0;  // members; none is in `lost` as well
    Value lost = 0;
    std::vector<Value> gone;            // what has left: objects, or for a set those that it holds no longer
    ClauseId clause;                    // of the last node that wrote
    std::vector<CollectedWrite> parts;  // what it is made of but for resets, in order
};

// An object of this type that has left, and who said so.
struct Forgotten {
    TypeId domain;
    Value object = 0;
    ClauseId clause;
};

// To be put into the bag when the block ends, if its limit has room.
struct LimitedInstance {
    TriggerId trigger;
    std::vector<Value> arguments;
    std::optional<std::size_t> cell = {};  // that counts its uses
    friend bool operator==(const LimitedInstance&, const LimitedInstance&) = default;
};

struct WriteBlock {
    IncidentId conflict;
    std::vector<BlockWrite> writes;  // in order of the first write to the cell
    std::vector<Forgotten> forgotten;
    std::vector<LimitedInstance> limited;
};

// Put off until the outermost block has been carried out, with what is known where it stands.
struct Deferred {
    CodeId code;
    std::uint32_t stage = 0;
    ClauseId clause;
    Binders binders;
    std::map<EquationsId, Assignment> held;
};

// What is under way at one moment.
struct Moment {
    std::vector<WriteBlock> blocks = {};  // innermost last; only the first `open` are in use
    std::size_t open = 0;
    std::vector<Deferred> deferred = {};
};

// Of the Rounds with this level: the values of its binders.
struct NextRound {
    std::uint32_t level = 0;
    std::vector<Value> values = {};
};

struct Transition {
    const Model& model;
    const EnabledClauses& enabled;
    ReadingSet* asked = nullptr;           // takes the readings asked
    const Shortcuts* shortcuts = nullptr;  // may be null
    TermTables* tables = nullptr;          // may be null
    bool by_parts = false;                 // `parts` is asked for
    Journal journal = {};
    Decisions decisions = {};
    TermEvaluator terms{.model = model,
                        .enabled = enabled,
                        .journal = journal,
                        .decisions = &decisions,
                        .asked = asked,
                        .shortcuts = shortcuts,
                        .tables = tables};
    State state = {};
    std::vector<Change> changes = {};
    std::vector<CarriedPart> parts = {};
    PartId part = {};  // under way; only kept where `by_parts`
    Moment moment = {};
    bool settling = false;  // state checks run: no frame does
    ClauseId clause = {};   // of the nearest enclosing node that names one
    RunEnd end = RunEnd::None;
    NextRound next_round = {};  // RunEnd::Again
    RunCut cut = RunCut::No;

    // Works on a copy of `from` from now on. The journal stays as it is.
    void begin(const State& from);
    // Of the top frame, in the working state.
    Value* registers() { return state.data() + model.layout.frame(0) + 1; }
    bool failed() const { return terms.failed(); }
    // What follows belongs to this part, or to none.
    void carry_on(PartId next);
    // The part under way writes a cell.
    void note_write(const Code& node, std::size_t cell, Value before, Value after);
    // What became of the transition; also for one that failed before it began.
    Successor result(Move move) const;
};

// Runs the label's code to the end of the transition, in the name of `clause` where nodes name none.
void run(Transition& t, LabelId label, ClauseId clause);
// The bodies of these state checks as one Simultaneously block.
void settle(Transition& t, const std::vector<std::size_t>& checks);
void run(Transition& t, CodeId code);
// The node's only child, with the binder bound to the value.
void run_bound(Transition& t, const Code& node, Value value);

// run_orders.cpp: instances in an order that nobody decides.
void any_order(Transition& t, const Code& node);
void rounds(Transition& t, const Code& node);
void again(Transition& t, const Code& node);

// run_moment.cpp: what changes cells, at once or at the end of the block around it.
void write(Transition& t, const Code& node);
void open_block(Transition& t, IncidentId conflict);
// Of the innermost block: what is both set and added to where nobody says which comes first (model.h).
void order_changes(Transition& t);
void close_block(Transition& t, bool sets_last = false);

// Puts the node off, inside a block; and what was put off inside the outermost block, which has been closed.
void defer(Transition& t, const Code& node);
void run_deferred(Transition& t, IncidentId conflict, bool sets_last);

// run_agenda.cpp
void pend(Transition& t, const Code& node);
void put_into_bag(Transition& t, TriggerId trigger, const std::vector<Value>& arguments);
void forget(Transition& t, const Code& node);
void forget_now(Transition& t, const Forgotten& forgotten);
void call(Transition& t, const Code& node);
void stop(Transition& t, const Code& node);
// Return: the frame leaves the agenda, those below move up.
void leave(Transition& t);
// No state check holds, and nothing is pending.
bool is_at_rest(Transition& t);
// The topmost frame that is the control frame or waits at a floor point.
std::size_t floor(const Transition& t);
// Puts an agenda item where this discipline wants it; cut if there is no room.
void push_frame(Transition& t, Agenda agenda, PointId point, const std::vector<Value>& arguments);

}  // namespace errata::compiler
