// Code: what a transition does. Structured and free of loops without bound, choices and stops inside; a Code
// tree is run from its root until it reaches a leaf that ends it (Goto, Stop, Call, Return, Finish, Cut;
// Again ends a round).
// Trees live in a CodePool; nodes refer to children by id. Terms in a node are evaluated in the state as
// changed so far by this transition (inside Simultaneously: in the state before the block, unless deferred),
// with the running frame's registers and the binders in scope.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/ir/term.h"

namespace errata::compiler {

struct Code;
struct Label;
struct Point;
struct Trigger;
struct Incident;
struct Ending;
struct Part;
using CodeId = dsl::Id<Code>;
using LabelId = dsl::Id<Label>;
using PointId = dsl::Id<Point>;
using TriggerId = dsl::Id<Trigger>;
using IncidentId = dsl::Id<Incident>;
using EndingId = dsl::Id<Ending>;
using PartId = dsl::Id<Part>;

enum class CodeKind : std::uint8_t {
    // children in order. A leaf that ends the code stands only in the last position (possibly under
    // If/Let/Fork)
    Sequence,
    If,  // terms[0]; children[0] if it is 1, else children[1] (if present)
    // The conditions of all state checks are asked, in order (what they meet, the transition meets).
    // children[0] if none holds and nothing is pending, else children[1]. Not inside Simultaneously or a
    // state check.
    IfAtRest,
    Let,  // level: binder; terms[0] is evaluated once and bound; children[0]
    // level: binder; domain; terms[0]: condition (further terms: see AnyOrder). For each value of the domain
    // (without none) in increasing order: if the condition holds *then*, children[0]. The body never ends the
    // code.
    ForEach,
    // incident; children: each an If without else, or a ForEach. An *instance* is such an If, or one value of
    // the domain of such a ForEach (whose binder it is then); its condition is terms[0] of the node. The
    // instances are carried out one after the other, in an order that nobody decides. Again and again the
    // conditions of all instances not yet taken are asked, in order of children and values (what these
    // conditions meet, the transition meets). If none holds, the run goes on behind the node. Else one whose
    // condition holds is taken, which runs children[0] of its node; of values of one ForEach that are *alike*
    // only the first. An instance whose condition did not hold at an earlier such moment may have had its
    // turn then: where only such ones are left, the run may also go on behind the node. More than one way to
    // go: that is the incident, and its outcome is the number of the instance taken, counted from 0 over all
    // instances of the node in order, or the number of all instances to go on. Of these moments each but the
    // first costs 1 with two ways, 2 with three or four, 3 with more; where that comes to more than
    // `order_budget`, the transition is cut. A child never ends the code. Not inside Simultaneously, where
    // all would read the same state anyway. Alike: exchanging the two leaves the state as it is (alike.h),
    // and each of the ForEach's further terms (its binder in scope: what registers and binders in sight say
    // of the object) has one value for both.
    AnyOrder,
    // incident; level; terms: the first values of the binders `level`, `level` + 1, ...; children: instances
    // as of an AnyOrder, and last what is done where none is ready. In rounds: the conditions of all
    // instances not yet taken are asked, in order of children and values. If none holds, the last child is
    // run, and the run goes on behind the node. Else one whose condition holds is taken, which runs
    // children[0] of its node; between several nobody decides: that is the incident, with outcome and cost
    // as of an AnyOrder. Where that reaches the node's Again, the next round begins; else the run goes on
    // behind the node.
    Rounds,
    // level: that of a Rounds around; terms: the values that its binders have from now on. Stands only where
    // an instance of that Rounds has nothing more to do.
    Again,
    // var, terms: arguments..., value; is_reset. Undefined if an argument is outside its parameter's type;
    // leaving the variable's type is the incident `overflow` of the model. Setting the present value changes
    // nothing. Inside Simultaneously a reset stands for what the cell held before: other Sets of the cell,
    // in the block or in one around it, count instead of it, and what is added comes on top; it is no Set in
    // what is said of these. One for good (is_for_good) is what the cell holds behind the block, whatever
    // else is written there.
    Set,
    // var, terms: arguments..., amount (may be negative). As Set with present value + amount; inside
    // Simultaneously the amounts of one cell add up and come on top of a Set of it.
    Increase,
    // var of a set type; terms: arguments..., a set. As Set to what the cell holds and the members of that
    // set. Inside Simultaneously the gains and losses of one cell are collected member by member and come on
    // top of a Set of it. Undefined if the set is negative.
    Gain,
    // var of a set type: as Gain, the cell no longer holds the members of that set. var of a type with none;
    // terms: arguments..., an object: as Set to none, if the cell holds that object. Such a one, and one with
    // is_reset, says that an object has left: inside Simultaneously it comes when the outermost block is
    // carried out, on top of all that is written to the cell, and is no Lose in what is said of these.
    Lose,
    SetRegister,  // level: register; terms[0]
    // sets_last. children[0] reads the state before the block; its writes are then carried out together.
    // Two Sets of one cell with different values, or a Gain and a Lose of one member: the incident of the
    // node, for each two that exclude each other; the later one stands.
    Simultaneously,
    // level: a stage; children[0], which ends no code. Inside Simultaneously it is put off, with the binders,
    // the unknowns' values (Solve) and the clause of this place: when the outermost block has been carried
    // out and what has left is forgotten, all that was put off with the least stage is carried out as a
    // Simultaneously block of its own (incident, sets_last and moment_orders are those of the outermost), and
    // so on until nothing is put off. Elsewhere it is run here.
    Defer,
    // incident; children: one per outcome of the incident. Nobody decides which is run; reaching the Fork is
    // the incident.
    Fork,
    // equations. Solves them in the state as it is (inside Simultaneously: as it was before) and runs one of
    // its children, which never end the code. One solution, or none but backups: children[0], in which the
    // unknowns keep these values whatever changes. None, without backups: children[1] if present; else the
    // incident `none`, and the run goes on behind the Solve. Several: children[2] if present; else the
    // incident `several`, and children[0] with each of them, as with a Fork (decided for this Solve alone).
    Solve,
    // incident; terms: what it is about, for words only (Successor::reported). Reaching it is the incident;
    // the run goes on
    Report,
    // trigger; terms: its arguments. Puts an instance into the pending bag (see model.h). Inside
    // Simultaneously, if the trigger has a limit, when the outermost block ends, before what has left is
    // forgotten: of the instances of the block whose uses are counted in one cell so many as `most` exceeds
    // what the cell held before the block, at least 0; where there are more and they are not all the same,
    // nobody decides which: the incident `order` of the limit, once for each that is taken while there are
    // different ones left (outcome: its number among these). What the block adds to the cell, if it writes
    // there, is less by those that are not put in. An instance that no cell counts is put in.
    Pend,
    // domain: a type with values from 0; terms[0]: an object of it that has left. In every frame of the
    // agenda but the running one and those that wait at a point that `remembers` (model.h): each live
    // register whose type is optional with base `domain` and whose value is the object becomes `none`; each
    // live register whose type is a set with element `domain` loses the object, if it is in there. So do the
    // arguments of all pending instances (also of those that this transition put in before). Inside
    // Simultaneously when the outermost block ends, and so of all instances that it put in. Undefined if the
    // object is none.
    Forget,
    Goto,  // label
    // point; trigger; terms: its arguments. The transition ends; the running frame waits at the point (as for
    // Stop), and a new agenda item goes on top of it, whatever the model's agenda: at the trigger's entry,
    // the arguments in its registers 0..
    Call,
    Stop,    // point: the transition ends; the running frame waits at the point
    Return,  //        the transition ends; the running frame is done and leaves the agenda
    Finish,  // ending: the transition ends and the game is over
    // the transition ends outside the scope's bounds (a pool is exhausted): the successor is `cut`. level: 0,
    // or `cut_ways` where a choice has more options than are looked at
    Cut,
};

inline constexpr std::uint32_t cut_ways = 1;

// Changes a cell of its variable.
constexpr bool is_write(CodeKind kind) {
    return kind == CodeKind::Set || kind == CodeKind::Increase || kind == CodeKind::Gain ||
           kind == CodeKind::Lose;
}

// Enough for every order of five, or for one among many that are alike. (Of any number one may come first:
// often nothing is left then.)
inline constexpr int order_budget = 6;

struct Code {
    CodeKind kind = CodeKind::Sequence;
    std::vector<CodeId> children;
    std::vector<TermId> terms;
    std::uint32_t level = 0;
    TypeId domain;
    VarId var;
    TriggerId trigger;
    IncidentId incident;
    LabelId label;
    PointId point;
    EndingId ending;
    EquationsId equations;
    ClauseId clause;  // the clause this node speaks for (reports: "changed by")
    PartId part;      // of an ability, to which it belongs; or invalid. Changes nothing of what it does
    // of a Simultaneously: what is added to a cell (Increase, Gain, Lose) does not count if it is Set, too
    bool sets_last = false;
    // of a Set: nobody's doing, but what the life of an object begins with; of a Lose: what its end takes
    bool is_reset = false;
    bool is_for_good = false;  // of a reset: the object is no more
};

// A field returns to its initial value: nobody's doing, a life begins.
inline bool begins_life(const Code& node) { return node.kind == CodeKind::Set && node.is_reset; }

class CodePool {
public:
    const Code& operator[](CodeId id) const { return nodes_[id.index]; }
    CodeId add(Code node) {
        if (!node.part.is_valid()) node.part = part_;
        nodes_.push_back(std::move(node));
        return CodeId(nodes_.size() - 1);
    }
    // For a node that was added before its content was known.
    void replace(CodeId id, Code node) {
        if (!node.part.is_valid()) node.part = nodes_[id.index].part;
        nodes_[id.index] = std::move(node);
    }
    std::size_t size() const { return nodes_.size(); }

    // To which part the nodes belong that are added from now on; invalid: to none.
    PartId part() const { return part_; }
    void set_part(PartId part) { part_ = part; }

private:
    std::vector<Code> nodes_;
    PartId part_;
};

}  // namespace errata::compiler
