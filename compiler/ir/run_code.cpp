#include "compiler/ir/run_code.h"

#include <algorithm>
#include <utility>

#include "dsl/base/check.h"

namespace errata::compiler {

Transition::Transition(const Model& model, const EnabledClauses& enabled, ReadingSet* asked)
    : model_(model), terms_(model, enabled, journal_, &decisions_, asked) {}

void Transition::begin(const State& from) {
    state_ = from;
    changes_.clear();
    open_blocks_ = 0;
    settling_ = false;
    end_ = End::None;
    cut_ = false;
    terms_.look_at(state_.data(), registers());
}

void Transition::run(LabelId label, ClauseId clause) {
    clause_ = clause;
    terms_.speak_for(clause);
    run(model_.labels[label.index].code);
    ERRATA_CHECK(failed() || end_ != End::None);
}

// The first check that finishes the game decides how it ends; the others still do what they do.
void Transition::settle(const std::vector<std::size_t>& checks) {
    std::optional<Value> over;
    settling_ = true;
    open_block(model_.settle_conflict);
    for (const std::size_t check : checks) {
        clause_ = model_.state_checks[check].clause;
        terms_.speak_for(clause_);
        journal_.use(clause_);
        end_ = End::None;
        run(model_.state_checks[check].body);
        if (failed()) return;
        if (end_ == End::Finish && !over) over = state_[model_.layout.over];
    }
    end_ = End::None;
    close_block();
    if (over) state_[model_.layout.over] = *over;
}

void Transition::run(CodeId id) {
    const Code& node = model_.code[id];
    const ClauseId outer = clause_;
    if (node.clause.is_valid()) {
        clause_ = node.clause;
        terms_.speak_for(clause_);
    }
    run_node(node, outer);
    clause_ = outer;
    terms_.speak_for(outer);
}

void Transition::run_node(const Code& node, ClauseId outer) {
    switch (node.kind) {
        case CodeKind::Sequence:
            return sequence(node);
        case CodeKind::If:
            return branch(node, outer);
        case CodeKind::IfAtRest:
            return branch_at_rest(node);
        case CodeKind::Let:
            return let(node);
        case CodeKind::ForEach:
            return for_each(node);
        case CodeKind::AnyOrder:
            return any_order(node);
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return write(node);
        case CodeKind::SetRegister:
            return set_register(node);
        case CodeKind::Simultaneously:
            return simultaneously(node);
        case CodeKind::Fork:
            return fork(node);
        case CodeKind::Solve:
            return solve(node);
        case CodeKind::Report:
            journal_.meet(node.incident, clause_);
            return journal_.use(clause_);
        case CodeKind::Pend:
            return pend(node);
        case CodeKind::Forget:
            return forget(node);
        case CodeKind::Goto:
            return run(model_.labels[node.label.index].code);
        case CodeKind::Call:
            return call(node);
        case CodeKind::Stop:
            return stop(node);
        case CodeKind::Return:
            return leave(node);
        case CodeKind::Finish:
            return finish(node);
        case CodeKind::Cut:
            cut_ = true;
            end_ = End::Cut;
    }
}

void Transition::sequence(const Code& node) {
    for (const CodeId child : node.children) {
        run(child);
        if (failed() || end_ != End::None) return;
    }
}

// A prohibition or replacement that applies speaks, though it may write nothing.
void Transition::branch(const Code& node, ClauseId outer) {
    const bool condition = terms_.evaluate(node.terms[0]) != 0;
    if (failed()) return;
    if (condition && clause_ != outer) journal_.use(clause_);
    if (condition) return run(node.children[0]);
    if (node.children.size() > 1) run(node.children[1]);
}

void Transition::branch_at_rest(const Code& node) {
    const bool rests = is_at_rest();
    if (!failed()) run(node.children[rests ? 0 : 1]);
}

void Transition::let(const Code& node) {
    const Value value = terms_.evaluate(node.terms[0]);
    if (failed()) return;
    const std::size_t outside = terms_.bind(node.level, value);
    run(node.children[0]);
    terms_.unbind(outside);
}

void Transition::set_register(const Code& node) {
    const Value value = terms_.evaluate(node.terms[0]);
    if (!failed()) registers()[node.level] = value;
}

void Transition::for_each(const Code& node) {
    const Type& domain = model_.type(node.domain);
    for (Value value = domain.first(); value <= domain.hi; ++value) {
        const std::size_t outside = terms_.bind(node.level, value);
        const bool holds = terms_.evaluate(node.terms[0]) != 0;
        if (failed()) return;
        if (holds) run(node.children[0]);
        if (failed()) return;
        terms_.unbind(outside);
    }
}

void Transition::run_bound(const Code& node, Value value) {
    if (node.kind != CodeKind::ForEach) return run(node.children[0]);
    const std::size_t outside = terms_.bind(node.level, value);
    run(node.children[0]);
    if (!failed()) terms_.unbind(outside);
}

void Transition::write(const Code& node) {
    const Variable& variable = model_.variable(node.var);
    const std::span<const TermId> terms(node.terms);
    const std::size_t cell = variable.base + terms_.position(terms.first(terms.size() - 1), variable.params);
    const Value value = terms_.evaluate(terms.back());
    if (failed()) return;
    const bool loses = node.kind == CodeKind::Lose;
    const bool moves_members = node.kind == CodeKind::Gain || (loses && is_set(node.var));
    if (moves_members && value < 0) return terms_.fail(Failure::Undefined);

    const Value before = state_[cell];
    Value after = value;
    if (node.kind == CodeKind::Gain) after = before | value;
    if (loses) after = moves_members ? before & ~value : before == value ? none_value : before;
    if (open_blocks_ > 0) {
        if (node.kind == CodeKind::Increase ? value != 0 : after != before) journal_.use(clause_);
        return collect(node, cell, value);
    }
    if (node.kind == CodeKind::Increase && __builtin_add_overflow(before, value, &after)) {
        return terms_.fail(Failure::TooLarge);
    }
    if (after != before) journal_.use(clause_);
    carry_out(node.var, cell, after, clause_);
}

// What adds nothing has not written.
void Transition::collect(const Code& node, std::size_t cell, Value value) {
    Block& block = blocks_[open_blocks_ - 1];
    if (node.kind == CodeKind::Set) return set_in_block(block, node.var, cell, value, clause_);
    if (node.kind == CodeKind::Lose && !is_set(node.var))
        return drop_in_block(block, node.var, cell, value, clause_);
    if (value == 0) return;
    if (node.kind == CodeKind::Increase) add_in_block(block, node.var, cell, value, clause_);
    if (node.kind == CodeKind::Gain) gain_in_block(block, node.var, cell, value, clause_);
    if (node.kind == CodeKind::Lose) lose_in_block(block, node.var, cell, value, clause_);
}

void Transition::carry_out(VarId var, std::size_t cell, Value value, ClauseId clause) {
    if (value == state_[cell]) return;
    if (!model_.type(model_.variable(var).type).contains(value)) {
        terms_.speak_for(clause);
        return terms_.fail(Failure::Overflow);
    }
    changes_.push_back({cell, state_[cell], value, clause});
    state_[cell] = value;
}

void Transition::simultaneously(const Code& node) {
    open_block(node.incident);
    run(node.children[0]);
    if (!failed()) close_block();
}

void Transition::open_block(IncidentId conflict) {
    if (open_blocks_ == blocks_.size()) blocks_.emplace_back();
    Block& block = blocks_[open_blocks_++];
    block.conflict = conflict;
    block.writes.clear();
}

// An inner block is carried out into the block around it; only the outermost changes the state.
void Transition::close_block() {
    const Block& block = blocks_[--open_blocks_];
    for (const Write& write : block.writes) {
        if (open_blocks_ > 0) {
            Block& around = blocks_[open_blocks_ - 1];
            if (write.set) set_in_block(around, write.var, write.cell, *write.set, write.clause);
            if (write.added != 0) add_in_block(around, write.var, write.cell, write.added, write.clause);
            if (write.gained != 0) gain_in_block(around, write.var, write.cell, write.gained, write.clause);
            if (write.lost != 0) lose_in_block(around, write.var, write.cell, write.lost, write.clause);
            for (const Value object : write.gone)
                drop_in_block(around, write.var, write.cell, object, write.clause);
            continue;
        }
        Value after = 0;
        if (__builtin_add_overflow(write.set.value_or(state_[write.cell]), write.added, &after)) {
            return terms_.fail(Failure::TooLarge);
        }
        after = (after | write.gained) & ~write.lost;
        if (std::ranges::find(write.gone, after) != write.gone.end()) after = none_value;
        carry_out(write.var, write.cell, after, write.clause);
        if (failed()) return;
    }
}

Transition::Write& Transition::write_to(Block& block, VarId var, std::size_t cell, ClauseId clause) {
    const auto known = std::ranges::find(block.writes, cell, &Write::cell);
    Write& write = known != block.writes.end() ? *known : block.writes.emplace_back();
    write.var = var;
    write.cell = cell;
    write.clause = clause;
    return write;
}

void Transition::set_in_block(Block& block, VarId var, std::size_t cell, Value value, ClauseId clause) {
    Write& write = write_to(block, var, cell, clause);
    const bool is_gone = std::ranges::find(write.gone, value) != write.gone.end();
    if (is_gone || (write.set && *write.set != value)) journal_.meet(block.conflict, clause);
    write.set = value;
}

void Transition::add_in_block(Block& block, VarId var, std::size_t cell, Value amount, ClauseId clause) {
    Write& write = write_to(block, var, cell, clause);
    if (__builtin_add_overflow(write.added, amount, &write.added)) terms_.fail(Failure::TooLarge);
}

void Transition::gain_in_block(Block& block, VarId var, std::size_t cell, Value members, ClauseId clause) {
    Write& write = write_to(block, var, cell, clause);
    if ((write.lost & members) != 0) journal_.meet(block.conflict, clause);
    write.lost &= ~members;
    write.gained |= members;
}

void Transition::lose_in_block(Block& block, VarId var, std::size_t cell, Value members, ClauseId clause) {
    Write& write = write_to(block, var, cell, clause);
    if ((write.gained & members) != 0) journal_.meet(block.conflict, clause);
    write.gained &= ~members;
    write.lost |= members;
}

// A reference to nothing loses nothing.
void Transition::drop_in_block(Block& block, VarId var, std::size_t cell, Value object, ClauseId clause) {
    if (object == none_value) return;
    Write& write = write_to(block, var, cell, clause);
    if (write.set == object) journal_.meet(block.conflict, clause);
    write.gone.push_back(object);
}

void Transition::fork(const Code& node) {
    const std::uint32_t outcome = decisions_.decide(static_cast<std::uint32_t>(node.children.size()));
    journal_.meet(node.incident, clause_);
    journal_.use(clause_);
    journal_.outcomes.emplace_back(node.incident, outcome);
    run(node.children[outcome]);
}

// Nobody decides between several solutions, as with a Fork; what was taken elsewhere in the transition does
// not count.
void Transition::solve(const Code& node) {
    const Solved& solved = terms_.solve(node.equations);
    if (failed()) return;
    const Equations& equations = model_.equations[node.equations.index];
    const std::vector<Assignment>& solutions = solved.solutions;
    if (solutions.empty() && !solved.backups) {
        if (node.children.size() > 1) return run(node.children[1]);
        journal_.use(clause_);
        return journal_.meet(equations.none, clause_);
    }
    if (solutions.empty()) return run_holding(node, *solved.backups);
    if (solutions.size() == 1) return run_holding(node, solutions[0]);
    if (node.children.size() > 2) return run(node.children[2]);
    const std::uint32_t outcome = decisions_.decide(static_cast<std::uint32_t>(solutions.size()));
    journal_.meet(equations.several, clause_);
    journal_.use(clause_);
    journal_.outcomes.emplace_back(equations.several, outcome);
    run_holding(node, solutions[outcome]);
}

void Transition::run_holding(const Code& node, const Assignment& values) {
    std::optional<Assignment> outside = terms_.hold(node.equations, values);
    run(node.children[0]);
    if (!failed()) terms_.hold(node.equations, std::move(outside));
}

void Transition::finish(const Code& node) {
    journal_.use(clause_);
    state_[model_.layout.over] = Value{node.ending.index} + 1;
    end_ = End::Finish;
}

Successor Transition::result(Move move) const {
    Successor successor;
    successor.move = std::move(move);
    successor.move.outcomes = journal_.outcomes;
    successor.incidents = journal_.incidents;
    successor.used = journal_.used;
    if (terms_.failed()) {
        successor.given_up = terms_.failure() == Failure::TooLarge;
        successor.too_many_orders = terms_.failure() == Failure::TooManyOrders;
        successor.cut = successor.given_up || successor.too_many_orders;
        return successor;
    }
    successor.changes = changes_;
    successor.cut = cut_;
    if (cut_) return successor;
    State next = state_;
    if (next[model_.layout.over] != 0) {
        const auto at = [&](std::size_t cell) { return next.begin() + static_cast<std::ptrdiff_t>(cell); };
        std::fill(at(model_.layout.frame(0)), at(model_.layout.frame(model_.layout.frames)), 0);
        std::fill(at(model_.layout.slot(0)), at(model_.layout.slot(model_.layout.pending)), 0);
    }
    successor.next = canonical(model_, std::move(next));
    return successor;
}

}  // namespace errata::compiler
