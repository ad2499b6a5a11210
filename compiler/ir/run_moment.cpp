// What happens at one moment. Writes change cells at once, or a Simultaneously block collects them and
// carries them out together at its end; triggers with a limit are caught there (CodeKind::Pend), and what was
// put off until the moment is over (CodeKind::Defer) is run behind it.
#include <algorithm>
#include <utility>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

namespace {

std::optional<std::size_t> counting_cell(const Model& model, const LimitedInstance& instance) {
    const Variable& uses = model.variable(model.rules.triggers[instance.trigger.index].limit->uses);
    if (uses.params.empty()) return uses.base;
    const Type& type = model.type(uses.params[0]);
    if (instance.arguments.empty() || !type.contains(instance.arguments[0])) return std::nullopt;
    return uses.base + static_cast<std::size_t>(instance.arguments[0] - type.first());
}

std::vector<LimitedInstance> different(const std::vector<LimitedInstance>& instances) {
    std::vector<LimitedInstance> result;
    for (const LimitedInstance& instance : instances) {
        if (std::ranges::find(result, instance) == result.end()) result.push_back(instance);
    }
    return result;
}

// So many of them as there is room for.
void catch_some(Transition& t, std::vector<LimitedInstance> instances, Value room) {
    const Trigger& trigger = t.model.rules.triggers[instances.front().trigger.index];
    for (; room > 0; --room) {
        const std::vector<LimitedInstance> ways = different(instances);
        std::uint32_t way = 0;
        if (ways.size() > 1) {
            way = t.decisions.decide(static_cast<std::uint32_t>(ways.size()));
            t.journal.meet(trigger.limit->order, trigger.clause);
            t.journal.outcomes.emplace_back(trigger.limit->order, way);
        }
        put_into_bag(t, ways[way].trigger, ways[way].arguments);
        instances.erase(std::ranges::find(instances, ways[way]));
    }
}

// Of the outermost block, before its writes are carried out: what was caught within limits.
void catch_limited(Transition& t, WriteBlock& block) {
    for (LimitedInstance& instance : block.limited) instance.cell = counting_cell(t.model, instance);
    while (!block.limited.empty()) {
        const LimitedInstance first = block.limited.front();
        std::vector<LimitedInstance> together;
        std::erase_if(block.limited, [&](const LimitedInstance& other) {
            const bool same = other.trigger == first.trigger && other.cell == first.cell;
            if (same) together.push_back(other);
            return same;
        });
        const auto count = static_cast<Value>(together.size());
        Value room = count;
        if (first.cell) {
            const Value most = t.model.rules.triggers[first.trigger.index].limit->most;
            room = std::clamp<Value>(most - t.state[*first.cell], 0, count);
        }
        const auto counted = std::ranges::find_if(
            block.writes, [&](const BlockWrite& write) { return write.cell == first.cell; });
        if (counted != block.writes.end()) counted->added -= count - room;
        if (room == count) {
            for (const LimitedInstance& instance : together)
                put_into_bag(t, instance.trigger, instance.arguments);
        } else {
            catch_some(t, std::move(together), room);
        }
    }
}

// What writes cells: at once, or collected in a Simultaneously block and carried out together at its end.

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

// The write clashes with each of those collected before that it excludes, and is collected.
template <class Excludes>
void collect_beside(Transition& t, WriteBlock& block, BlockWrite& write, const CollectedWrite& part,
                    const Excludes& excludes) {
    for (const CollectedWrite& earlier : write.parts) {
        if (!excludes(earlier)) continue;
        Occurrence clash{block.conflict, part.clause, write.var, {earlier.clause}};
        if (t.journal.meet(clash))
            t.journal.clashes.push_back(
                {std::move(clash), write.cell, part.value, earlier.value, part.kind != CodeKind::Set});
    }
    write.parts.push_back(part);
}

void set_in_block(Transition& t, WriteBlock& block, VarId var, std::size_t cell, Value value,
                  ClauseId clause) {
    BlockWrite& write = write_to(block, var, cell, clause);
    collect_beside(t, block, write, {CodeKind::Set, value, clause}, [&](const CollectedWrite& earlier) {
        return earlier.kind == CodeKind::Set && earlier.value != value;
    });
    write.set = value;
}

void add_in_block(Transition& t, WriteBlock& block, VarId var, std::size_t cell, Value amount,
                  ClauseId clause) {
    BlockWrite& write = write_to(block, var, cell, clause);
    write.parts.push_back({CodeKind::Increase, amount, clause});
    if (__builtin_add_overflow(write.added, amount, &write.added)) t.terms.fail(Failure::TooLarge);
}

void move_in_block(Transition& t, WriteBlock& block, VarId var, std::size_t cell, CodeKind kind,
                   Value members, ClauseId clause) {
    BlockWrite& write = write_to(block, var, cell, clause);
    const CodeKind other_way = kind == CodeKind::Gain ? CodeKind::Lose : CodeKind::Gain;
    collect_beside(t, block, write, {kind, members, clause}, [&](const CollectedWrite& earlier) {
        return earlier.kind == other_way && (earlier.value & members) != 0;
    });
    Value& there = kind == CodeKind::Gain ? write.gained : write.lost;
    Value& back = kind == CodeKind::Gain ? write.lost : write.gained;
    back &= ~members;
    there |= members;
}

void reset_in_block(WriteBlock& block, VarId var, std::size_t cell, Value value, bool is_for_good,
                    ClauseId clause) {
    BlockWrite& write = write_to(block, var, cell, clause);
    write.reset = value;
    write.is_for_good = write.is_for_good || is_for_good;
}

// Who leaves at a moment is forgotten when it is over, also by what is written at the same moment.
Value without(const Type& type, Value value, const std::vector<Value>& gone) {
    for (const Value left : gone) {
        if (type.form == TypeForm::Set)
            value &= ~left;
        else if (value == left)
            value = none_value;
    }
    return value;
}

// What adds nothing has not written.
void collect(Transition& t, const Code& node, std::size_t cell, Value value) {
    WriteBlock& block = t.moment.blocks[t.moment.open - 1];
    if (node.kind == CodeKind::Set && node.is_reset)
        return reset_in_block(block, node.var, cell, value, node.is_for_good, t.clause);
    if (node.kind == CodeKind::Set) return set_in_block(t, block, node.var, cell, value, t.clause);
    const bool leaves = node.kind == CodeKind::Lose && (node.is_reset || !is_set(t, node.var));
    if (leaves && value != none_value) write_to(block, node.var, cell, t.clause).gone.push_back(value);
    if (leaves || value == 0) return;
    if (node.kind == CodeKind::Increase) add_in_block(t, block, node.var, cell, value, t.clause);
    if (node.kind == CodeKind::Gain || node.kind == CodeKind::Lose)
        move_in_block(t, block, node.var, cell, node.kind, value, t.clause);
}

// Each once.
std::vector<ClauseId> writers_of(const std::vector<CollectedWrite>& parts) {
    std::vector<ClauseId> writers;
    writers.reserve(parts.size());
    for (const CollectedWrite& part : parts) writers.push_back(part.clause);
    std::ranges::sort(writers);
    writers.erase(std::unique(writers.begin(), writers.end()), writers.end());
    return writers;
}

void carry_out(Transition& t, VarId var, std::size_t cell, Value value, ClauseId clause,
               const std::vector<CollectedWrite>& parts = {}) {
    if (value == t.state[cell]) return;
    if (!t.model.type(t.model.variable(var).type).contains(value)) {
        t.terms.speak_for(clause);
        std::vector<ClauseId> others = writers_of(parts);
        std::erase(others, clause);
        return t.terms.leave_range(var, std::move(others));
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
    const bool is_too_large =
        node.kind == CodeKind::Increase && __builtin_add_overflow(before, value, &after);
    if (!is_too_large) t.note_write(node, cell, before, after);
    if (t.moment.open > 0) {
        if (node.kind == CodeKind::Increase ? value != 0 : after != before) t.journal.use(t.clause);
        return collect(t, node, cell, value);
    }
    if (is_too_large) return t.terms.fail(Failure::TooLarge);
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
        std::vector<CollectedWrite> parts;
        for (const BlockWrite& write : block.writes) {
            if (is_open(write)) parts.insert(parts.end(), write.parts.begin(), write.parts.end());
        }
        if (parts.empty()) continue;
        const std::uint32_t outcome = t.decisions.decide(2);
        t.journal.meet(Occurrence{order.incident, order.clause, order.variable, writers_of(parts)});
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
            if (write.reset)
                reset_in_block(around, write.var, write.cell, *write.reset, write.is_for_good, write.clause);
            if (write.set) set_in_block(t, around, write.var, write.cell, *write.set, write.clause);
            if (write.added != 0) add_in_block(t, around, write.var, write.cell, write.added, write.clause);
            for (const CodeKind way : {CodeKind::Gain, CodeKind::Lose}) {
                const Value members = way == CodeKind::Gain ? write.gained : write.lost;
                if (members != 0) move_in_block(t, around, write.var, write.cell, way, members, write.clause);
            }
            if (!write.gone.empty()) {
                std::vector<Value>& gone = write_to(around, write.var, write.cell, write.clause).gone;
                gone.insert(gone.end(), write.gone.begin(), write.gone.end());
            }
            continue;
        }
        const Value before = write.reset.value_or(t.state[write.cell]);
        Value after = 0;
        if (__builtin_add_overflow(write.set.value_or(before), write.added, &after)) {
            return t.terms.fail(Failure::TooLarge);
        }
        after = (after | write.gained) & ~write.lost;
        after = without(t.model.type(t.model.variable(write.var).type), after, write.gone);
        if (write.is_for_good) after = *write.reset;
        carry_out(t, write.var, write.cell, after, write.clause, write.parts);
        if (t.failed()) return;
    }
    for (const Forgotten& forgotten : block.forgotten) {
        if (t.moment.open > 0)
            t.moment.blocks[t.moment.open - 1].forgotten.push_back(forgotten);
        else
            forget_now(t, forgotten);
    }
}

namespace {

// What is put off until a moment is over (CodeKind::Defer).

// All of the least stage, in the order in which it was put off.
std::vector<Deferred> take_stage(std::vector<Deferred>& deferred) {
    const std::uint32_t stage = std::ranges::min_element(deferred, {}, &Deferred::stage)->stage;
    std::vector<Deferred> now;
    std::vector<Deferred> later;
    for (Deferred& one : deferred) (one.stage == stage ? now : later).push_back(std::move(one));
    deferred = std::move(later);
    return now;
}

void run_where_it_stood(Transition& t, Deferred& one) {
    t.clause = one.clause;
    t.terms.speak_for(one.clause);
    t.terms.binders = std::move(one.binders);
    t.terms.systems.held = std::move(one.held);
    run(t, one.code);
}

}  // namespace

void defer(Transition& t, const Code& node) {
    if (t.moment.open == 0) return run(t, node.children[0]);
    t.moment.deferred.push_back(
        {node.children[0], node.level, t.clause, t.terms.binders, t.terms.systems.held});
}

void run_deferred(Transition& t, IncidentId conflict, bool sets_last) {
    if (t.moment.deferred.empty()) return;
    const ClauseId clause = t.clause;
    Binders binders = t.terms.binders;
    std::map<EquationsId, Assignment> held = t.terms.systems.held;
    while (!t.moment.deferred.empty()) {
        std::vector<Deferred> now = take_stage(t.moment.deferred);
        open_block(t, conflict);
        for (Deferred& one : now) {
            run_where_it_stood(t, one);
            if (t.failed()) return;
        }
        if (t.settling) order_changes(t);
        close_block(t, sets_last);
        if (t.failed()) return;
    }
    t.clause = clause;
    t.terms.speak_for(clause);
    t.terms.binders = std::move(binders);
    t.terms.systems.held = std::move(held);
}

}  // namespace errata::compiler
