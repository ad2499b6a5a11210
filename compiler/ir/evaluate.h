// The reference evaluator: slow, obvious, the definition in code of what model.h says. Everything else
// (native code, the Z3 encoding) is tested against it, every witness is replayed in it, and the explicit
// search runs on it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "compiler/ir/model.h"
#include "compiler/ir/model_facts.h"
#include "compiler/ir/term_tables.h"

namespace errata::compiler {

using State = std::vector<Value>;

// With one of the game's endings.
inline bool has_ended(const Model& model, const State& state) { return state[model.layout.over] != 0; }

// Which clauses take part. A disabled clause's Enabled term is 0 and its statements do not hold.
using EnabledClauses = std::vector<bool>;  // by clause; empty: all enabled

using ReadingSet = std::vector<bool>;  // by reading

struct Occurrence {
    IncidentId incident;
    ClauseId clause;  // of the code node, option or statement that met it; may be invalid
    // Of a clash in a block, a value that leaves its range, a MomentOrder: what is written. Else invalid.
    VarId var = {};
    // Of a clash: whose earlier write the later one excludes, perhaps the same clause's. Of the rest: all
    // other clauses (MomentOrder: all clauses) that wrote such a cell at that moment, in order.
    std::vector<ClauseId> others = {};
    friend auto operator<=>(const Occurrence&, const Occurrence&) = default;
};

// Two Sets of one cell inside a block, with different values; or members that it gains and loses.
struct Clash {
    Occurrence occurrence;
    std::size_t cell = 0;
    Value value = 0;
    Value earlier = 0;
    bool is_of_members = false;
};

// What a Report says that its incident is about: the values of its terms.
struct Reported {
    IncidentId incident;
    std::vector<Value> about;
};

enum class MoveKind { Settle, Place, Option, Otherwise };

// What was chosen in one transition, enough to carry it out again.
struct Move {
    MoveKind kind = MoveKind::Option;
    PointId point;                 // Option, Otherwise
    std::uint32_t option = 0;      // Option: index in the point
    std::vector<Value> bindings;   // Option: values of the option's binders
    TriggerId trigger;             // Place
    std::vector<Value> arguments;  // Place
    // What nobody decided, in the order met: the incident and the outcome taken (Fork: child; open function:
    // position of the value in its type; equations: position of the solution).
    std::vector<std::pair<IncidentId, std::uint32_t>> outcomes;
    friend bool operator==(const Move&, const Move&) = default;
};

struct Owner {
    OwnerKind kind = OwnerKind::Rules;
    Value player = none_value;
    friend bool operator==(const Owner&, const Owner&) = default;
};

struct Change {
    std::size_t cell = 0;
    Value before = 0;
    Value after = 0;
    ClauseId clause;
};

// A part of an ability that was carried out, by itself: what is made of its writes in a Simultaneously block
// around it is not asked.
struct CarriedPart {
    PartId part;
    std::vector<Change> writes = {};  // those that write what is there already among them
    bool adds_nothing = false;        // to some number: an amount of 0
};

// The value taken by an open function that the statements leave undetermined or contradict.
struct OpenValue {
    OpenId open;
    std::size_t position = 0;  // of the argument tuple
    Value value = 0;
    IncidentId incident;  // the function's gap or contradiction
    ClauseId asker;       // in whose name it is asked; may be invalid
};

struct Successor {
    Move move;
    std::optional<State> next;  // canonical; nothing when the transition is an error or cut
    // An error in what asks whether the move is there (a guard, the conditions of state checks): nobody made
    // it.
    bool asks = false;
    bool cut = false;  // also where a number outgrew 64 bits
    // cut for that, or because there is too much to look through for the solutions of equations
    bool given_up = false;
    bool too_many_orders = false;  // cut at an AnyOrder
    // stands for this move and all after it, for which the expansion has no room; or for ways to divide
    // something of which there are too many (Cut)
    bool too_many_ways = false;
    std::vector<Occurrence> incidents;   // each once; of a contradiction one for every statement that holds
    std::vector<OpenValue> open_values;  // in the order asked, each argument tuple once
    // Clauses whose code changed something or spoke, in order, each once: the option's or trigger's, the
    // nodes' that wrote, reported, pended, called, forgot or finished, the statements' that held when an open
    // function was asked. Asking an unknown uses no clause.
    std::vector<ClauseId> used;
    // Of variable cells, in order of writing; of an error those made before it.
    std::vector<Change> changes;
    std::vector<Reported> reported = {};  // of each incident the first, where its Report has terms
    std::vector<Clash> clashes = {};      // of each occurrence the first
    std::vector<CarriedPart> parts = {};  // in order, only where these are asked for (Evaluator::by_parts)
};

struct Expansion {
    Owner owner;
    std::vector<Successor> successors;  // in the order of model.h
    // Of the state itself: no_option of its point, what guards met that did not hold, an undefined owner.
    std::vector<Occurrence> incidents;
    std::vector<OpenValue> open_values;  // taken in guards that did not hold
    // Moves that are not there with these outcomes of what nobody decides, so that they have no successor.
    std::vector<Move> absent;
    bool over = false;
};

class Evaluator {
public:
    explicit Evaluator(const Model& model, EnabledClauses enabled = {});

    // All successors of a well-formed state.
    Expansion expand(const State& state) const;
    // The successors of a well-formed state that make the choice of this move, whatever nobody decides; and
    // maybe others. Of an option, what the others would do is not looked at.
    std::vector<Successor> follow(const State& state, const Move& choice) const;

    // A closed term (no registers, no binders) in a state; nothing if it is undefined or meets what nobody
    // decides.
    std::optional<Value> value(TermId term, const State& state) const;
    // A term over the registers of the top frame after binding `bindings` to the option's binders.
    std::optional<Value> option_value(TermId term, const State& state, const PointOption& option,
                                      const std::vector<Value>& bindings) const;

    bool is_well_formed(const State& state) const;

    // The setup's values with open cells as given (same order as `open`); canonical; control frame at the
    // start.
    State initial(const Setup& setup, const std::vector<Value>& open_values) const;
    bool satisfies_requirements(const Setup& setup, const State& state) const;

    const Model& model() const { return model_; }
    const EnabledClauses& enabled() const { return enabled_; }
    // Shared by all copies.
    ModelFacts& facts() const { return *facts_; }

    // One that adds to `asked` each reading that is *asked* in an expansion or by a term: what comes out is
    // the same whichever alternatives of the others are in force. For one thread.
    Evaluator watched(ReadingSet& asked) const;
    // One that does without the model's shortcuts (shortcuts.h): it goes over every list from end to end and
    // evaluates every term as it stands.
    Evaluator plain() const;
    // One that shares no kept answers with this one (term_tables.h). All other copies do.
    Evaluator afresh() const;
    // One that tells of each transition which parts of abilities were carried out.
    Evaluator by_parts() const;

private:
    const Shortcuts* shortcuts() const { return is_plain_ ? nullptr : &model_.shortcuts; }
    TermTablesPool::Lease lease() const { return is_plain_ ? TermTablesPool::Lease{} : tables_->lease(); }
    // Registers may be null.
    std::optional<Value> value(TermId term, const State& state, const Value* registers) const;

    const Model& model_;
    EnabledClauses enabled_;
    std::shared_ptr<ModelFacts> facts_;
    std::shared_ptr<TermTablesPool> tables_;
    ReadingSet* asked_ = nullptr;
    bool is_plain_ = false;
    bool is_by_parts_ = false;
};

// The representative of a state up to the order of the pending bag.
State canonical(const Model& model, State state);

// The cell of a variable for arguments inside its parameters' types.
std::size_t cell_of(const Model& model, VarId var, const std::vector<Value>& arguments);

}  // namespace errata::compiler
