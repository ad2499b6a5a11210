// The middle part of the reference evaluator: one transition under way. It changes a copy of the state as
// code.h says, keeps the journal, and ends as a Successor. Choosing what to run, and running again for other
// outcomes of what nobody decides, is left to evaluate.cpp. One object serves many transitions, so that its
// memory is reused.
#pragma once

#include "compiler/ir/evaluate_terms.h"

namespace errata::compiler {

class Transition {
public:
    Transition(const Model& model, const EnabledClauses& enabled, ReadingSet* asked);

    Journal& journal() { return journal_; }
    Decisions& decisions() { return decisions_; }
    TermEvaluator& terms() { return terms_; }

    // Works on a copy of `from` from now on. The journal stays as it is.
    void begin(const State& from);
    State& state() { return state_; }
    // Of the top frame, in the working state.
    Value* registers() { return state_.data() + model_.layout.frame(0) + 1; }

    // Runs the label's code to the end of the transition, in the name of `clause` where nodes name none.
    void run(LabelId label, ClauseId clause);
    // The bodies of these state checks as one Simultaneously block.
    void settle(const std::vector<std::size_t>& checks);
    // The topmost frame that is the control frame or waits at a floor point.
    std::size_t floor() const;
    // Puts an agenda item where this discipline wants it; cut if there is no room.
    void push_frame(Agenda agenda, PointId point, const std::vector<Value>& arguments);

    // What became of the transition; also for one that failed before it began.
    Successor result(Move move) const;

private:
    enum class End { None, Stop, Return, Finish, Cut };

    // What one Simultaneously block does to one cell.
    struct Write {
        VarId var;
        std::size_t cell = 0;
        std::optional<Value> set;
        Value added = 0;
        Value gained = 0;  // members; none is in `lost` as well
        Value lost = 0;
        std::vector<Value> gone;  // objects that a reference no longer names
        ClauseId clause;          // of the last node that wrote
    };
    struct Block {
        IncidentId conflict;
        std::vector<Write> writes;  // in order of the first write to the cell
    };

    void run(CodeId code);
    void run_node(const Code& node, ClauseId outer);
    void sequence(const Code& node);
    void branch(const Code& node, ClauseId outer);
    void branch_at_rest(const Code& node);
    void let(const Code& node);
    void for_each(const Code& node);
    void write(const Code& node);
    void set_register(const Code& node);
    void collect(const Code& node, std::size_t cell, Value value);
    void simultaneously(const Code& node);
    void fork(const Code& node);
    // The node's only child, with the binder bound to the value.
    void run_bound(const Code& node, Value value);
    // run_any_order.cpp
    struct Instance;
    void any_order(const Code& node);
    std::vector<Instance> instances_of(const Code& node) const;
    bool holds(const Instance& instance);
    struct AnyOrderSoFar;
    std::vector<Value> said_in_sight(const Instance& instance);
    std::vector<std::size_t> told_apart(const std::vector<Instance>& open,
                                        const std::vector<std::size_t>& ready);
    std::optional<std::size_t> next_of(const Code& node, const std::vector<Instance>& open,
                                       const std::vector<std::size_t>& ready, AnyOrderSoFar& so_far);
    void carry_out(const Instance& instance);
    void solve(const Code& node);
    // The first child, in which the system's unknowns have these values.
    void run_holding(const Code& node, const Assignment& values);
    // The values of the node's terms as arguments of its trigger; undefined if one is outside its parameter's
    // type.
    std::vector<Value> arguments(const Code& node);
    void pend(const Code& node);
    void forget(const Code& node);
    void forget_at(std::size_t cell, TypeId type, TypeId domain, Value object);
    void call(const Code& node);
    // No state check holds, and nothing is pending.
    bool is_at_rest();
    void stop(const Code& node);
    void leave(const Code& node);
    void finish(const Code& node);

    void open_block(IncidentId conflict);
    void close_block();
    void set_in_block(Block& block, VarId var, std::size_t cell, Value value, ClauseId clause);
    void add_in_block(Block& block, VarId var, std::size_t cell, Value amount, ClauseId clause);
    void gain_in_block(Block& block, VarId var, std::size_t cell, Value members, ClauseId clause);
    void lose_in_block(Block& block, VarId var, std::size_t cell, Value members, ClauseId clause);
    void drop_in_block(Block& block, VarId var, std::size_t cell, Value object, ClauseId clause);
    bool is_set(VarId var) const { return model_.type(model_.variable(var).type).form == TypeForm::Set; }
    Write& write_to(Block& block, VarId var, std::size_t cell, ClauseId clause);
    void carry_out(VarId var, std::size_t cell, Value value, ClauseId clause);

    bool failed() const { return terms_.failed(); }

    const Model& model_;
    Journal journal_;
    Decisions decisions_;
    TermEvaluator terms_;
    State state_;
    std::vector<Change> changes_;
    std::vector<Block> blocks_;  // only the first open_blocks_ are in use
    std::size_t open_blocks_ = 0;
    bool settling_ = false;  // state checks run: no frame does
    ClauseId clause_;        // of the nearest enclosing node that names one
    End end_ = End::None;
    bool cut_ = false;
};

}  // namespace errata::compiler
