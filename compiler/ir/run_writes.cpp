// What writes cells: at once, or collected in a Simultaneously block and carried out together at its end.
#include <algorithm>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

namespace {

bool is_set(Transition& t, VarId var) {
    return t.model.type(t.model.variable(var).type).form == TypeForm::Set;
}

BlockWrite& write_to(WriteBlock& block, VarId var, std::size_t cell, ClauseId clause) {
    const auto known = std::ranges::find(block.writes, cell, &BlockWrite::cell);
    BlockWrite& write = known != block.writes.end() ? *known : block.writes.emplace_back();
    write.var = var;
    write.cell = cell;
    write.clause = clause;
    return write;
}

void set_in_block(Transition& t, WriteBlock& block, VarId var, std::size_t cell, Value value,
                  ClauseId clause) {
    BlockWrite& write = write_to(block, var, cell, clause);
    const bool is_gone = std::ranges::find(write.gone, value) != write.gone.end();
    if (is_gone || (write.set && *write.set != value)) t.journal.meet(block.conflict, clause);
    write.set = value;
}

void add_in_block(Transition& t, WriteBlock& block, VarId var, std::size_t cell, Value amount,
                  ClauseId clause) {
    BlockWrite& write = write_to(block, var, cell, clause);
    if (__builtin_add_overflow(write.added, amount, &write.added)) t.terms.fail(Failure::TooLarge);
}

void gain_in_block(Transition& t, WriteBlock& block, VarId var, std::size_t cell, Value members,
                   ClauseId clause) {
    BlockWrite& write = write_to(block, var, cell, clause);
    if ((write.lost & members) != 0) t.journal.meet(block.conflict, clause);
    write.lost &= ~members;
    write.gained |= members;
}

void lose_in_block(Transition& t, WriteBlock& block, VarId var, std::size_t cell, Value members,
                   ClauseId clause) {
    BlockWrite& write = write_to(block, var, cell, clause);
    if ((write.gained & members) != 0) t.journal.meet(block.conflict, clause);
    write.gained &= ~members;
    write.lost |= members;
}

// A reference to nothing loses nothing.
void drop_in_block(Transition& t, WriteBlock& block, VarId var, std::size_t cell, Value object,
                   ClauseId clause) {
    if (object == none_value) return;
    BlockWrite& write = write_to(block, var, cell, clause);
    if (write.set == object) t.journal.meet(block.conflict, clause);
    write.gone.push_back(object);
}

// What adds nothing has not written.
void collect(Transition& t, const Code& node, std::size_t cell, Value value) {
    WriteBlock& block = t.moment.blocks[t.moment.open - 1];
    if (node.kind == CodeKind::Set && node.is_reset) {
        write_to(block, node.var, cell, t.clause).reset = value;
        return;
    }
    if (node.kind == CodeKind::Set) return set_in_block(t, block, node.var, cell, value, t.clause);
    if (node.kind == CodeKind::Lose && !is_set(t, node.var))
        return drop_in_block(t, block, node.var, cell, value, t.clause);
    if (value == 0) return;
    if (node.kind == CodeKind::Increase) add_in_block(t, block, node.var, cell, value, t.clause);
    if (node.kind == CodeKind::Gain) gain_in_block(t, block, node.var, cell, value, t.clause);
    if (node.kind == CodeKind::Lose) lose_in_block(t, block, node.var, cell, value, t.clause);
}

void carry_out(Transition& t, VarId var, std::size_t cell, Value value, ClauseId clause) {
    if (value == t.state[cell]) return;
    if (!t.model.type(t.model.variable(var).type).contains(value)) {
        t.terms.speak_for(clause);
        return t.terms.fail(Failure::Overflow);
    }
    t.changes.push_back({cell, t.state[cell], value, clause});
    t.state[cell] = value;
}

bool is_set_and_added_to(const BlockWrite& write) {
    return write.set && (write.added != 0 || write.gained != 0 || write.lost != 0);
}

void drop_what_is_added(BlockWrite& write) { write.added = write.gained = write.lost = 0; }

}  // namespace

void write(Transition& t, const Code& node) {
    const Variable& variable = t.model.variable(node.var);
    const std::span<const TermId> terms(node.terms);
    const std::size_t cell =
        variable.base + position_of(t.terms, terms.first(terms.size() - 1), variable.params);
    const Value value = t.terms.evaluate(terms.back());
    if (t.failed()) return;
    const bool loses = node.kind == CodeKind::Lose;
    const bool moves_members = node.kind == CodeKind::Gain || (loses && is_set(t, node.var));
    if (moves_members && value < 0) return t.terms.fail(Failure::Undefined);

    const Value before = t.state[cell];
    Value after = value;
    if (node.kind == CodeKind::Gain) after = before | value;
    if (loses) after = moves_members ? before & ~value : before == value ? none_value : before;
    if (t.moment.open > 0) {
        if (node.kind == CodeKind::Increase ? value != 0 : after != before) t.journal.use(t.clause);
        return collect(t, node, cell, value);
    }
    if (node.kind == CodeKind::Increase && __builtin_add_overflow(before, value, &after)) {
        return t.terms.fail(Failure::TooLarge);
    }
    if (after != before) t.journal.use(t.clause);
    carry_out(t, node.var, cell, after, t.clause);
}

void open_block(Transition& t, IncidentId conflict) {
    if (t.moment.open == t.moment.blocks.size()) t.moment.blocks.emplace_back();
    WriteBlock& block = t.moment.blocks[t.moment.open++];
    block.conflict = conflict;
    block.writes.clear();
    block.forgotten.clear();
    block.limited.clear();
}

void order_changes(Transition& t) {
    WriteBlock& block = t.moment.blocks[t.moment.open - 1];
    for (const MomentOrder& order : t.model.rules.moment_orders) {
        const auto is_open = [&](const BlockWrite& write) {
            return write.var == order.variable && is_set_and_added_to(write);
        };
        if (std::ranges::none_of(block.writes, is_open)) continue;
        const std::uint32_t outcome = t.decisions.decide(2);
        t.journal.meet(order.incident, order.clause);
        t.journal.outcomes.emplace_back(order.incident, outcome);
        for (BlockWrite& write : block.writes) {
            if (outcome == 1 && is_open(write)) drop_what_is_added(write);
        }
    }
}

// An inner block is carried out into the block around it; only the outermost changes the state.
void close_block(Transition& t, bool sets_last) {
    WriteBlock& block = t.moment.blocks[--t.moment.open];
    if (t.moment.open == 0) {
        catch_limited(t, block);
    } else {
        std::vector<LimitedInstance>& around = t.moment.blocks[t.moment.open - 1].limited;
        around.insert(around.end(), block.limited.begin(), block.limited.end());
    }
    for (BlockWrite& write : block.writes) {
        if (sets_last && write.set) drop_what_is_added(write);
        if (t.moment.open > 0) {
            WriteBlock& around = t.moment.blocks[t.moment.open - 1];
            if (write.reset) write_to(around, write.var, write.cell, write.clause).reset = write.reset;
            if (write.set) set_in_block(t, around, write.var, write.cell, *write.set, write.clause);
            if (write.added != 0) add_in_block(t, around, write.var, write.cell, write.added, write.clause);
            if (write.gained != 0)
                gain_in_block(t, around, write.var, write.cell, write.gained, write.clause);
            if (write.lost != 0) lose_in_block(t, around, write.var, write.cell, write.lost, write.clause);
            for (const Value object : write.gone)
                drop_in_block(t, around, write.var, write.cell, object, write.clause);
            continue;
        }
        const Value before = write.reset.value_or(t.state[write.cell]);
        Value after = 0;
        if (__builtin_add_overflow(write.set.value_or(before), write.added, &after)) {
            return t.terms.fail(Failure::TooLarge);
        }
        after = (after | write.gained) & ~write.lost;
        if (std::ranges::find(write.gone, after) != write.gone.end()) after = none_value;
        carry_out(t, write.var, write.cell, after, write.clause);
        if (t.failed()) return;
    }
    for (const Forgotten& forgotten : block.forgotten) {
        if (t.moment.open > 0)
            t.moment.blocks[t.moment.open - 1].forgotten.push_back(forgotten);
        else
            forget_now(t, forgotten);
    }
}

}  // namespace errata::compiler
