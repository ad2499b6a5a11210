// Code along a path: each kind as code.h says it.
#include <algorithm>
#include <utility>

#include "checker/paths/path_step.h"
#include "compiler/ir/alike.h"

namespace errata::checker {

using namespace compiler;

void PathStep::run(CodeId id) {
    if (is_over()) return;
    const Code& node = model_.code[id];
    const ClauseId outer = clause_;
    if (node.clause.is_valid()) {
        clause_ = node.clause;
        terms_.speak_for(clause_);
    }
    run_node(node);
    clause_ = outer;
    terms_.speak_for(outer);
}

void PathStep::run_node(const Code& node) {
    switch (node.kind) {
        case CodeKind::Sequence:
            for (const CodeId child : node.children) run(child);
            return;
        case CodeKind::If:
            if (terms_.holds(node.terms[0])) return run(node.children[0]);
            if (node.children.size() > 1) run(node.children[1]);
            return;
        case CodeKind::IfAtRest:
            return run(node.children[checks_enabled().empty() && !is_pending() ? 0 : 1]);
        case CodeKind::Let:
            terms_.bind(node.level, terms_.evaluate(node.terms[0]));
            return run(node.children[0]);
        case CodeKind::ForEach:
            return for_each(node);
        case CodeKind::AnyOrder:
            return any_order(node);
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return multiplied_ ? write_for_population(node) : write(node);
        case CodeKind::SetRegister:
            if (multiplied_) return refuse("what is done for each " + model_.type(multiplied_->type).name);
            state_[register_at(node.level)] = terms_.evaluate(node.terms[0]);
            return;
        case CodeKind::Simultaneously:
            blocks_.emplace_back();
            run(node.children[0]);
            return close_block();
        case CodeKind::Fork:
            return fork(node);
        case CodeKind::Solve:
            return refuse("equations inside an effect");
        case CodeKind::Report:
            return;
        case CodeKind::Pend:
            return pend(node);
        case CodeKind::Forget:
            return forget(node);
        case CodeKind::Goto:
            return run(model_.labels[node.label.index].code);
        case CodeKind::Call: {
            const std::vector<PathValue> given = arguments(node);
            if (record_.refused()) return;
            stop(node.point);
            return push(Agenda::Stack, model_.triggers[node.trigger.index].entry, given);
        }
        case CodeKind::Stop:
            return stop(node.point);
        case CodeKind::Return:
            return leave();
        case CodeKind::Finish:
        case CodeKind::Cut:
            return refuse("play that has ended");
    }
}

void PathStep::for_each(const Code& node) {
    const Type& domain = model_.type(node.domain);
    for (Value value = domain.first(); value <= domain.hi && !record_.refused(); ++value) {
        terms_.bind(node.level, fixed(value));
        if (terms_.holds(node.terms[0])) run(node.children[0]);
        terms_.unbind(node.level);
    }
    for (const Population& population : terms_.populations()) {
        if (!record_.refused() && model_.refers_to(node.domain, population.type))
            for_population(node, population);
    }
}

// The iterations are independent of one another (bystanders.h looks after that), so that each of those who
// are more does what one that stands by does.
void PathStep::for_population(const Code& node, const Population& population) {
    const std::string all = "what is done for each " + model_.type(population.type).name;
    const std::optional<Value> one = terms_.stand_in(population);
    if (!one || multiplied_) return refuse(all, node.terms[0]);
    terms_.bind(node.level, fixed(*one));
    if (terms_.holds(node.terms[0])) {
        multiplied_ = population;
        run(node.children[0]);
        multiplied_.reset();
    }
    terms_.unbind(node.level);
}

void PathStep::write_for_population(const Code& node) {
    const Variable& variable_written = model_.variable(node.var);
    const std::size_t cell =
        variable_written.base + terms_.position(node.terms, node.terms.size() - 1, variable_written.params);
    const bool is_own = std::ranges::any_of(
        variable_written.params, [&](TypeId type) { return model_.refers_to(type, multiplied_->type); });
    if (is_own || record_.refused()) return;  // each writes its own field, which is nobody else's
    const PathValue amount = terms_.evaluate(node.terms.back());
    if (node.kind != CodeKind::Increase || !amount.is_fixed())
        return refuse("what is done for each " + model_.type(multiplied_->type).name, node.terms.back());
    const PathValue more{0, record_.checked(scaled(variable(multiplied_->extra), amount.now), at({}))};
    if (blocks_.empty()) {
        PathValue value = state_[cell];
        value.form = record_.checked(sum(value.form, more.form), at({}));
        carry_out(node.var, cell, value, at(node.terms.back()));
    } else {
        collect(node, cell, more);
    }
}

void PathStep::write(const Code& node) {
    const Variable& variable_written = model_.variable(node.var);
    const std::size_t cell =
        variable_written.base + terms_.position(node.terms, node.terms.size() - 1, variable_written.params);
    const PathValue value = terms_.evaluate(node.terms.back());
    if (record_.refused()) return;
    if (!blocks_.empty()) return collect(node, cell, value);
    const PathPlace where = at(node.terms.back());
    const PathValue& before = state_[cell];
    PathValue after = value;
    const bool is_set = model_.type(variable_written.type).form == TypeForm::Set;
    if (node.kind == CodeKind::Increase)
        after = {before.now + value.now, record_.checked(sum(before.form, value.form), where)};
    if (node.kind == CodeKind::Gain) after = fixed(before.now | record_.pinned(value, where));
    if (node.kind == CodeKind::Lose && is_set) after = fixed(before.now & ~record_.pinned(value, where));
    if (node.kind == CodeKind::Lose && !is_set)
        after = before.now == record_.pinned(value, where) ? fixed(none_value) : before;
    carry_out(node.var, cell, after, where);
}

void PathStep::collect(const Code& node, std::size_t cell, const PathValue& value) {
    const PathPlace where = at(node.terms.back());
    Write& write = write_to(node.var, cell);
    const bool is_set = model_.type(model_.variable(node.var).type).form == TypeForm::Set;
    if (node.kind == CodeKind::Set) {
        write.set = value;
        return;
    }
    if (node.kind == CodeKind::Increase) {
        write.added = {write.added.now + value.now,
                       record_.checked(sum(write.added.form, value.form), where)};
        return;
    }
    if (node.kind == CodeKind::Gain) {
        write.lost &= ~record_.pinned(value, where);
        write.gained |= value.now;
        return;
    }
    const Value lost = record_.pinned(value, where);
    if (!is_set) {
        if (lost != none_value) write.gone.push_back(lost);
        return;
    }
    write.gained &= ~lost;
    write.lost |= lost;
}

PathStep::Write& PathStep::write_to(VarId var, std::size_t cell) {
    Block& block = blocks_.back();
    const auto known = std::ranges::find(block, cell, &Write::cell);
    if (known != block.end()) return *known;
    Write& write = block.emplace_back();
    write.var = var;
    write.cell = cell;
    return write;
}

void PathStep::close_block() {
    const Block block = std::move(blocks_.back());
    blocks_.pop_back();
    for (const Write& write : block) {
        if (record_.refused()) return;
        if (!blocks_.empty()) {
            Write& around = write_to(write.var, write.cell);
            if (write.set) around.set = write.set;
            around.added = {around.added.now + write.added.now,
                            record_.checked(sum(around.added.form, write.added.form), at({}))};
            around.gained = (around.gained & ~write.lost) | write.gained;
            around.lost = (around.lost & ~write.gained) | write.lost;
            around.gone.insert(around.gone.end(), write.gone.begin(), write.gone.end());
            continue;
        }
        const PathValue base = write.set.value_or(state_[write.cell]);
        PathValue after{base.now + write.added.now,
                        record_.checked(sum(base.form, write.added.form), at({}))};
        if (write.gained != 0 || write.lost != 0)
            after = fixed((record_.pinned(after, at({})) | write.gained) & ~write.lost);
        if (std::ranges::find(write.gone, after.now) != write.gone.end()) after = fixed(none_value);
        carry_out(write.var, write.cell, after, at({}));
    }
}

void PathStep::carry_out(VarId var, std::size_t cell, const PathValue& value, PathPlace place) {
    const Type& type = model_.type(model_.variable(var).type);
    require_within(model_.variable(var).type, value, place);
    if (!type.contains(value.now) && !(unbounded_ranges_ && type.form == TypeForm::Range))
        return record_.refuse("another play", place);
    state_[cell] = value;
}

void PathStep::fork(const Code& node) {
    const std::optional<std::uint32_t> outcome = terms_.outcomes().take(node.incident);
    if (!outcome) return refuse("what nobody decides");
    run(node.children[*outcome]);
}

// Instances whose turn may come in any order. Where several are ready and they are not alike, the path says
// which was taken.
void PathStep::any_order(const Code& node) {
    struct Instance {
        const Code* node;
        Value value;
        std::size_t number;
        bool may_be_over = false;
    };
    std::vector<Instance> open;
    for (const CodeId child : node.children) {
        const Code& part = model_.code[child];
        if (part.kind == CodeKind::If) {
            open.push_back({&part, 0, open.size()});
            continue;
        }
        const Type& domain = model_.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            open.push_back({&part, value, open.size()});
    }
    const std::size_t count = open.size();
    const auto bind = [&](const Instance& instance) {
        if (instance.node->kind == CodeKind::ForEach)
            terms_.bind(instance.node->level, fixed(instance.value));
    };
    while (!is_over()) {
        std::vector<std::size_t> ready;
        bool only_late = true;
        for (std::size_t i = 0; i < open.size() && !record_.refused(); ++i) {
            bind(open[i]);
            const bool is_ready = terms_.holds(open[i].node->terms[0]);
            if (is_ready) ready.push_back(i);
            open[i].may_be_over = open[i].may_be_over || !is_ready;
            only_late = only_late && (!is_ready || open[i].may_be_over);
        }
        if (ready.empty() || record_.refused()) return;
        std::size_t next = ready.front();
        if (ready.size() > 1 || only_late) {
            // Alike or not: then nobody says who is first, or it makes no difference.
            const std::optional<std::uint32_t> outcome = terms_.outcomes().take(node.incident);
            if (outcome && *outcome == count) return;
            if (outcome) {
                const auto taken = std::ranges::find(open, std::size_t{*outcome}, &Instance::number);
                if (taken == open.end()) return refuse("another play");
                next = static_cast<std::size_t>(taken - open.begin());
            } else if (ready.size() > 1 && !std::ranges::all_of(state_, &PathValue::is_fixed)) {
                return refuse("the order in which things happen");
            }
        }
        const Instance instance = open[next];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(next));
        bind(instance);
        run(instance.node->children[0]);
    }
}

std::vector<PathValue> PathStep::arguments(const Code& node) {
    const Trigger& trigger = model_.triggers[node.trigger.index];
    std::vector<PathValue> result;
    for (std::size_t i = 0; i < node.terms.size(); ++i) {
        result.push_back(terms_.evaluate(node.terms[i]));
        require_within(trigger.params[i], result[i], at(node.terms[i]));
    }
    return result;
}

void PathStep::pend(const Code& node) {
    if (multiplied_) return refuse("what is done for each " + model_.type(multiplied_->type).name);
    const Layout& layout = model_.layout;
    const std::vector<PathValue> given = arguments(node);
    std::size_t slot = 0;
    while (slot < layout.pending && state_[layout.slot(slot)].now != 0) ++slot;
    if (slot == layout.pending) return refuse("a bag that is full");
    state_[layout.slot(slot)] = fixed(Value{node.trigger.index} + 1);
    std::ranges::copy(given, state_.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot) + 1));
}

void PathStep::forget(const Code& node) {
    if (multiplied_) return refuse("what is done for each " + model_.type(multiplied_->type).name);
    const Value object = terms_.number(node.terms[0]);
    for (std::size_t i = settling_ ? 0 : 1; point_of(i) != nullptr; ++i) {
        if (point_of(i)->remembers) continue;
        for (const BinderRegister& live : point_of(i)->live_registers)
            forget_at(model_.layout.frame(i) + 1 + live.reg, live.type, node.domain, object);
    }
    const Layout& layout = model_.layout;
    for (std::size_t i = 0; i < layout.pending && state_[layout.slot(i)].now != 0; ++i) {
        const Trigger& trigger = model_.triggers[static_cast<std::size_t>(state_[layout.slot(i)].now - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k)
            forget_at(layout.slot(i) + 1 + k, trigger.params[k], node.domain, object);
    }
}

void PathStep::forget_at(std::size_t cell, TypeId id, TypeId domain, Value object) {
    const Type& type = model_.type(id);
    PathValue& value = state_[cell];
    if (type.form == TypeForm::Set && type.element == domain && 0 <= object &&
        object <= model_.type(domain).hi)
        value = fixed(value.now & ~(Value{1} << object));
    if (type.optional && type.base == domain && value.now == object) value = fixed(none_value);
}

}  // namespace errata::checker
