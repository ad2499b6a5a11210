// Code along a path: each kind as code.h says it.
#include <algorithm>
#include <utility>

#include "checker/paths/path_step.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

// The iterations are independent of one another (bystanders.h looks after that), so that each of those who
// are more does what one that stands by does.
void for_population(PathStep& s, const Code& node, const Population& population) {
    const std::string all = "what is done for each " + s.model.type(population.type).name;
    const std::optional<Value> one = stand_in(s.terms, population);
    if (!one || s.multiplied) return s.refuse(all, node.terms[0]);
    s.terms.bind(node.level, fixed(*one));
    if (s.terms.holds(node.terms[0])) {
        s.multiplied = population;
        run(s, node.children[0]);
        s.multiplied.reset();
    }
    s.terms.unbind(node.level);
}

void for_each(PathStep& s, const Code& node) {
    const Type& domain = s.model.type(node.domain);
    for (Value value = domain.first(); value <= domain.hi && !s.record.refused(); ++value) {
        s.terms.bind(node.level, fixed(value));
        if (s.terms.holds(node.terms[0])) run(s, node.children[0]);
        s.terms.unbind(node.level);
    }
    for (const Population& population : s.terms.populations) {
        if (!s.record.refused() && refers_to(s.model, node.domain, population.type))
            for_population(s, node, population);
    }
}

void carry_out(PathStep& s, VarId var, std::size_t cell, const PathValue& value, PathPlace place) {
    const Type& type = s.model.type(s.model.variable(var).type);
    require_within(s, s.model.variable(var).type, value, place);
    if (!type.contains(value.now) && !(s.unbounded_ranges && type.form == TypeForm::Range))
        return s.record.refuse("another play", place);
    s.state[cell] = value;
}

void collect(PathStep& s, const Code& node, std::size_t cell, const PathValue& value);

// What is written into a number. Where ranges have no bound, neither has what keeps to a bound of its own:
// `life := min(20, life + 1)` is `life + 1` as long as it is so on the path.
PathValue written(PathStep& s, VarId var, TermId id) {
    const Term& term = s.model.terms[id];
    const bool keeps_within = term.kind == TermKind::Minimum || term.kind == TermKind::Maximum;
    if (s.unbounded_ranges && keeps_within &&
        s.model.type(s.model.variable(var).type).form == TypeForm::Range) {
        const auto is_bound = [&](TermId child) { return s.model.terms.is_constant(child); };
        const auto bound = std::ranges::find_if(term.children, is_bound);
        if (bound != term.children.end()) {
            PathValue free = written(s, var, term.children[bound == term.children.begin() ? 1 : 0]);
            const Value limit = s.model.terms[*bound].payload;
            const bool is_within = term.kind == TermKind::Minimum ? free.now <= limit : free.now >= limit;
            if (s.record.refused() || is_within) return free;
        }
    }
    return s.terms.evaluate(id);
}

void write(PathStep& s, const Code& node) {
    const Variable& variable_written = s.model.variable(node.var);
    const std::size_t cell =
        variable_written.base + position(s.terms, node.terms, node.terms.size() - 1, variable_written.params);
    const PathValue value = node.kind == CodeKind::Set ? written(s, node.var, node.terms.back())
                                                       : s.terms.evaluate(node.terms.back());
    if (s.record.refused()) return;
    if (!s.moment.blocks.empty()) return collect(s, node, cell, value);
    const PathPlace where = s.at(node.terms.back());
    const PathValue& before = s.state[cell];
    PathValue after = value;
    const bool is_set = s.model.type(variable_written.type).form == TypeForm::Set;
    if (node.kind == CodeKind::Increase)
        after = {before.now + value.now, s.record.checked(sum(before.form, value.form), where)};
    if (node.kind == CodeKind::Gain) after = fixed(before.now | s.record.pinned(value, where));
    if (node.kind == CodeKind::Lose && is_set) after = fixed(before.now & ~s.record.pinned(value, where));
    if (node.kind == CodeKind::Lose && !is_set)
        after = before.now == s.record.pinned(value, where) ? fixed(none_value) : before;
    carry_out(s, node.var, cell, after, where);
}

PathWrite& write_to(PathStep& s, VarId var, std::size_t cell) {
    PathBlock& block = s.moment.blocks.back();
    const auto known = std::ranges::find(block, cell, &PathWrite::cell);
    if (known != block.end()) return *known;
    PathWrite& write = block.emplace_back();
    write.var = var;
    write.cell = cell;
    return write;
}

void collect(PathStep& s, const Code& node, std::size_t cell, const PathValue& value) {
    const PathPlace where = s.at(node.terms.back());
    PathWrite& write = write_to(s, node.var, cell);
    const bool is_set = s.model.type(s.model.variable(node.var).type).form == TypeForm::Set;
    if (node.kind == CodeKind::Set) {
        (node.is_reset ? write.reset : write.set) = value;
        write.is_for_good = write.is_for_good || node.is_for_good;
        return;
    }
    if (node.kind == CodeKind::Increase) {
        write.added = {write.added.now + value.now,
                       s.record.checked(sum(write.added.form, value.form), where)};
        return;
    }
    if (node.kind == CodeKind::Gain) {
        write.lost &= ~s.record.pinned(value, where);
        write.gained |= value.now;
        return;
    }
    const Value lost = s.record.pinned(value, where);
    if (!is_set || node.is_reset) {
        if (lost != none_value) write.gone.push_back(lost);
        return;
    }
    write.gained &= ~lost;
    write.lost |= lost;
}

void write_for_population(PathStep& s, const Code& node) {
    const Variable& variable_written = s.model.variable(node.var);
    const std::size_t cell =
        variable_written.base + position(s.terms, node.terms, node.terms.size() - 1, variable_written.params);
    const bool is_own = std::ranges::any_of(
        variable_written.params, [&](TypeId type) { return refers_to(s.model, type, s.multiplied->type); });
    if (is_own || s.record.refused()) return;  // each writes its own field, which is nobody else's
    const PathValue amount = s.terms.evaluate(node.terms.back());
    if (node.kind != CodeKind::Increase || !amount.is_fixed())
        return s.refuse("what is done for each " + s.model.type(s.multiplied->type).name, node.terms.back());
    const PathValue more{0, s.record.checked(scaled(variable(s.multiplied->extra), amount.now), s.at({}))};
    if (s.moment.blocks.empty()) {
        PathValue value = s.state[cell];
        value.form = s.record.checked(sum(value.form, more.form), s.at({}));
        carry_out(s, node.var, cell, value, s.at(node.terms.back()));
    } else {
        collect(s, node, cell, more);
    }
}

void simultaneously(PathStep& s, const Code& node) {
    s.moment.blocks.emplace_back();
    run(s, node.children[0]);
    close_block(s, node.sets_last);
    if (s.moment.blocks.empty()) run_deferred(s, node.sets_last);
}

void fork(PathStep& s, const Code& node) {
    const std::optional<std::uint32_t> outcome = s.terms.outcomes.take(node.incident);
    if (!outcome) return s.refuse("what nobody decides");
    run(s, node.children[*outcome]);
}

std::vector<PathValue> arguments(PathStep& s, const Code& node) {
    const Trigger& trigger = s.model.rules.triggers[node.trigger.index];
    std::vector<PathValue> result;
    for (std::size_t i = 0; i < node.terms.size(); ++i) {
        result.push_back(s.terms.evaluate(node.terms[i]));
        require_within(s, trigger.params[i], result[i], s.at(node.terms[i]));
    }
    return result;
}

// At one moment no more than there is room for: nobody decides which of them.
void require_room(PathStep& s, const Trigger& trigger, const std::vector<PathValue>& given) {
    const Variable& uses = s.model.variable(trigger.limit->uses);
    std::size_t cell = uses.base;
    if (!uses.params.empty()) {
        const Type& type = s.model.type(uses.params[0]);
        const Value whose = given.empty() ? none_value : s.record.pinned(given[0], s.at({}));
        if (given.empty() || !type.contains(whose)) return;
        cell += static_cast<std::size_t>(whose - type.first());
    }
    const Value room = trigger.limit->most - s.record.pinned(s.state[cell], s.at({}));
    if (std::ranges::count(s.moment.limited, cell) >= room) return s.refuse("what nobody decides");
    s.moment.limited.push_back(cell);
}

void pend(PathStep& s, const Code& node) {
    if (s.multiplied) return s.refuse("what is done for each " + s.model.type(s.multiplied->type).name);
    const Layout& layout = s.model.layout;
    const std::vector<PathValue> given = arguments(s, node);
    const Trigger& trigger = s.model.rules.triggers[node.trigger.index];
    if (trigger.limit && !s.moment.blocks.empty()) require_room(s, trigger, given);
    std::size_t slot = 0;
    while (slot < layout.pending && s.state[layout.slot(slot)].now != 0) ++slot;
    if (slot == layout.pending) return s.refuse("a bag that is full");
    s.state[layout.slot(slot)] = fixed(Value{node.trigger.index} + 1);
    std::ranges::copy(given, s.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot) + 1));
}

void call(PathStep& s, const Code& node) {
    const std::vector<PathValue> given = arguments(s, node);
    if (s.record.refused()) return;
    stop(s, node.point);
    push(s, Agenda::Stack, s.model.rules.triggers[node.trigger.index].entry, given);
}

void forget_at(PathStep& s, std::size_t cell, TypeId id, TypeId domain, Value object) {
    const Type& type = s.model.type(id);
    PathValue& value = s.state[cell];
    if (type.form == TypeForm::Set && type.element == domain && 0 <= object &&
        object <= s.model.type(domain).hi)
        value = fixed(value.now & ~(Value{1} << object));
    if (type.optional && type.base == domain && value.now == object) value = fixed(none_value);
}

void forget(PathStep& s, const Code& node) {
    if (s.multiplied) return s.refuse("what is done for each " + s.model.type(s.multiplied->type).name);
    const Value object = s.terms.number(node.terms[0]);
    for (std::size_t i = s.settling ? 0 : 1; s.point_of(i) != nullptr; ++i) {
        if (s.point_of(i)->remembers) continue;
        for (const BinderRegister& live : s.point_of(i)->live_registers)
            forget_at(s, s.model.layout.frame(i) + 1 + live.reg, live.type, node.domain, object);
    }
    const Layout& layout = s.model.layout;
    for (std::size_t i = 0; i < layout.pending && s.state[layout.slot(i)].now != 0; ++i) {
        const Trigger& trigger =
            s.model.rules.triggers[static_cast<std::size_t>(s.state[layout.slot(i)].now - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k)
            forget_at(s, layout.slot(i) + 1 + k, trigger.params[k], node.domain, object);
    }
}

void run_node(PathStep& s, const Code& node) {
    switch (node.kind) {
        case CodeKind::Sequence:
            for (const CodeId child : node.children) run(s, child);
            return;
        case CodeKind::If:
            if (s.terms.holds(node.terms[0])) return run(s, node.children[0]);
            if (node.children.size() > 1) run(s, node.children[1]);
            return;
        case CodeKind::IfAtRest:
            return run(s, node.children[checks_enabled(s).empty() && !is_pending(s) ? 0 : 1]);
        case CodeKind::Let:
            s.terms.bind(node.level, s.terms.evaluate(node.terms[0]));
            return run(s, node.children[0]);
        case CodeKind::ForEach:
            return for_each(s, node);
        case CodeKind::AnyOrder:
            return any_order(s, node);
        case CodeKind::Rounds:
            return s.multiplied ? s.refuse("what comes again") : rounds(s, node);
        case CodeKind::Again:
            return again(s, node);
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return s.multiplied ? write_for_population(s, node) : write(s, node);
        case CodeKind::SetRegister:
            if (s.multiplied)
                return s.refuse("what is done for each " + s.model.type(s.multiplied->type).name);
            s.state[s.register_at(node.level)] = s.terms.evaluate(node.terms[0]);
            return;
        case CodeKind::Simultaneously:
            return simultaneously(s, node);
        case CodeKind::Defer:
            return defer(s, node);
        case CodeKind::Fork:
            return fork(s, node);
        case CodeKind::Solve:
            return s.refuse("equations inside an effect");
        case CodeKind::Report:
            return;
        case CodeKind::Pend:
            return pend(s, node);
        case CodeKind::Forget:
            return forget(s, node);
        case CodeKind::Goto:
            return run(s, s.model.flow.labels[node.label.index].code);
        case CodeKind::Call:
            return call(s, node);
        case CodeKind::Stop:
            return stop(s, node.point);
        case CodeKind::Return:
            return leave(s);
        case CodeKind::Finish:
        case CodeKind::Cut:
            return s.refuse("play that has ended");
    }
}

}  // namespace

void run(PathStep& s, CodeId id) {
    if (s.is_over()) return;
    const Code& node = s.model.flow.code[id];
    const ClauseId outer = s.clause;
    if (node.clause.is_valid()) {
        s.clause = node.clause;
        s.terms.speak_for(s.clause);
    }
    run_node(s, node);
    s.clause = outer;
    s.terms.speak_for(outer);
}

namespace {

void drop_what_is_added(PathWrite& write) {
    write.added = fixed(0);
    write.gained = write.lost = 0;
}

}  // namespace

// The amounts have to be those of the play: with others there might be nothing to decide.
void order_changes(PathStep& s) {
    for (const MomentOrder& order : s.model.rules.moment_orders) {
        bool is_open = false;
        for (PathWrite& write : s.moment.blocks.back()) {
            if (write.var != order.variable || !write.set || s.record.refused()) continue;
            const Value added = s.record.pinned(write.added, s.at({}));
            is_open = is_open || added != 0 || write.gained != 0 || write.lost != 0;
        }
        if (!is_open || s.record.refused()) continue;
        const std::optional<std::uint32_t> outcome = s.terms.outcomes.take(order.incident);
        if (!outcome) return s.refuse("what nobody decides");
        for (PathWrite& write : s.moment.blocks.back()) {
            if (*outcome == 1 && write.var == order.variable && write.set) drop_what_is_added(write);
        }
    }
}

void close_block(PathStep& s, bool sets_last) {
    PathBlock block = std::move(s.moment.blocks.back());
    s.moment.blocks.pop_back();
    if (s.moment.blocks.empty()) s.moment.limited.clear();
    for (PathWrite& write : block) {
        if (sets_last && write.set) drop_what_is_added(write);
        if (s.record.refused()) return;
        if (!s.moment.blocks.empty()) {
            PathWrite& around = write_to(s, write.var, write.cell);
            if (write.set) around.set = write.set;
            if (write.reset) around.reset = write.reset;
            around.is_for_good = around.is_for_good || write.is_for_good;
            around.added = {around.added.now + write.added.now,
                            s.record.checked(sum(around.added.form, write.added.form), s.at({}))};
            around.gained = (around.gained & ~write.lost) | write.gained;
            around.lost = (around.lost & ~write.gained) | write.lost;
            around.gone.insert(around.gone.end(), write.gone.begin(), write.gone.end());
            continue;
        }
        const PathValue base = write.set.value_or(write.reset.value_or(s.state[write.cell]));
        PathValue after{base.now + write.added.now,
                        s.record.checked(sum(base.form, write.added.form), s.at({}))};
        if (write.gained != 0 || write.lost != 0)
            after = fixed((s.record.pinned(after, s.at({})) | write.gained) & ~write.lost);
        const bool is_set = s.model.type(s.model.variable(write.var).type).form == TypeForm::Set;
        for (const Value left : write.gone) {
            if (is_set)
                after = fixed(s.record.pinned(after, s.at({})) & ~left);
            else if (after.now == left)
                after = fixed(none_value);
        }
        if (write.is_for_good) after = *write.reset;
        carry_out(s, write.var, write.cell, after, s.at({}));
    }
}

}  // namespace errata::checker
