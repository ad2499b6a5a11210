#include "tests/oracle/moment.h"

#include <algorithm>
#include <utility>

#include "tests/oracle/success.h"

namespace errata::oracle {

using ast::StmtKind;

void store(const Vocabulary& vocabulary, State& state, std::size_t cell, const Value& value) {
    const Shape& shape = vocabulary.field_of(cell)->shape;
    if (value.sort == Sort::None && !shape.optional) {
        throw PlayEnds{"gap.undefined"};
    }
    if (value.sort == Sort::Number && shape.bounded &&
        (value.number < shape.low || value.number > shape.high)) {
        throw PlayEnds{"contradiction.invariant"};
    }
    state.cells[cell] = value;
}

void Moment::carry_out(const std::vector<ast::Stmt>& block, Names names) {
    for (const ast::Stmt& statement : block) {
        one(statement, names);
    }
}

void Moment::one(const ast::Stmt& statement, Names& names) {
    switch (statement.kind) {
        case StmtKind::Nothing:
            return;
        case StmtKind::Assign:
        case StmtKind::Increase:
        case StmtKind::Decrease:
            return change(statement, names);
        case StmtKind::Let:
            names[statement.name] = ask_.value(statement.exprs[0], names);
            return;
        case StmtKind::If: {
            const std::size_t way = ask_.holds(statement.exprs[0], names) ? 0 : 1;
            if (way < statement.blocks.size()) {
                carry_out(statement.blocks[way], names);
            }
            return;
        }
        case StmtKind::ForEach:
            for (const Names& bound : ask_.bindings(statement.binders, &statement.exprs[0], names)) {
                carry_out(statement.blocks[0], bound);
            }
            return;
        case StmtKind::Simultaneously:
            return carry_out(statement.blocks[0], names);
        case StmtKind::DoThen:
            return do_then(statement, names);
        case StmtKind::Perform:
        case StmtKind::Try:
            return perform(statement, names);
        default:
            throw OutsideSubset("a statement that is not in the subset, at one moment");
    }
}

void Moment::do_then(const ast::Stmt& statement, const Names& names) {
    const Success success = success_of(*vocabulary_, *before_, statement.blocks[0], names, For::Must);
    const bool around = as_far_as_possible_;
    as_far_as_possible_ = around || statement.blocks.size() > 2;
    carry_out(statement.blocks[0], names);
    as_far_as_possible_ = around;
    const std::size_t way = success.is_success() ? 1 : 2;
    if (way < statement.blocks.size()) {
        carry_out(statement.blocks[way], names);
    }
}

void Moment::change(const ast::Stmt& statement, const Names& names) {
    if (as_far_as_possible_ && leaves_its_range(*vocabulary_, *before_, statement, names)) {
        return;
    }
    Write& write = writes_[ask_.cell(statement.exprs[0], names)];
    const Value value = ask_.value(statement.exprs[1], names);
    if (statement.kind == StmtKind::Assign) {
        set(write, value);
    } else if (ask_.value(statement.exprs[0], names).sort == Sort::Set) {
        const std::int64_t bits = value.sort == Sort::Set ? value.number : std::int64_t{1} << value.number;
        move_members(write, bits, statement.kind == StmtKind::Increase);
    } else {
        write.sum += statement.kind == StmtKind::Increase ? value.number : -value.number;
    }
}

void Moment::set(Write& write, const Value& value) {
    write.values.push_back(value);
    if (value != write.values[0]) {
        contradict();
    }
}

void Moment::move_members(Write& write, std::int64_t bits, bool adds) {
    std::int64_t& there = adds ? write.added : write.removed;
    std::int64_t& back = adds ? write.removed : write.added;
    if ((back & bits) != 0) {
        contradict();
    }
    there |= bits;
    back &= ~bits;
}

void Moment::join(const Moment& part) {
    for (const auto& [cell, more] : part.writes_) {
        Write& write = writes_[cell];
        if (!more.values.empty()) {
            set(write, more.values.back());
        }
        write.sum += more.sum;
        move_members(write, more.added, true);
        move_members(write, more.removed, false);
    }
    events_.insert(events_.end(), part.events_.begin(), part.events_.end());
}

void Moment::perform(const ast::Stmt& statement, const Names& names) {
    const ast::Item& action = *vocabulary_->action(statement.name);
    const Names roles = ask_.roles(action, statement.exprs, names);
    if (ask_.forbidden(action, roles)) {
        const std::string precedence = vocabulary_->meta("precedence", "");
        if (statement.kind == StmtKind::Try || precedence == "cannot" ||
            (precedence.empty() && as_far_as_possible_)) {
            return;
        }
        if (precedence != "must") {
            incidents_->push_back("contradiction.must-cannot");
            if (decisions_->pick(2) == 1) {
                return;
            }
        }
    }
    carry_out(action.body, roles);
    events_.push_back({&action, roles});
}

void Moment::add_parts(const std::vector<Event>& events) {
    for (const Event& event : events) {
        for (const RuleAbility& entry : vocabulary_->abilities) {
            const ast::Ability& part = *entry.ability;
            if (part.kind != ast::AbilityKind::During || part.name != event.action->name) {
                continue;
            }
            const std::optional<Names> bound = ask_.match(part.params, *event.action, event.roles);
            if (bound.has_value() && ask_.holds(part.exprs, *bound)) {
                carry_out(part.body, *bound);
            }
        }
    }
}

void Moment::finish(const std::string& ending) {
    if (std::ranges::find(endings_, ending) != endings_.end()) {
        return;
    }
    endings_.push_back(ending);
    if (endings_.size() > 1) {
        contradict();
    }
}

void Moment::order_changes(Together together) {
    const std::string stated = vocabulary_->meta("changes", "unstated");
    if (stated == "set_first") {
        return;
    }
    std::map<const Field*, std::vector<Write*>> mixed;
    for (auto& [cell, write] : writes_) {
        if (!write.values.empty() && (write.sum != 0 || write.added != 0 || write.removed != 0)) {
            mixed[together == Together::All ? nullptr : vocabulary_->field_of(cell)].push_back(&write);
        }
    }
    for (const auto& [field, writes] : mixed) {
        if (stated == "unstated") {
            const bool is_decided = together == Together::All && added_is_lost_.has_value();
            const bool is_lost = is_decided ? *added_is_lost_ : decisions_->pick_next(2) == 1;
            added_is_lost_ = is_lost;
            if (!is_lost) {
                continue;
            }
        }
        for (Write* const write : writes) {
            write->sum = write->added = write->removed = 0;
        }
    }
}

void Moment::commit(State& state) {
    for (const auto& [cell, write] : writes_) {
        Value value = write.values.empty() ? before_->cells[cell] : write.values.back();
        if (value.sort == Sort::Number) {
            value.number += write.sum;
        } else if (value.sort == Sort::Set) {
            value.number = (value.number | write.added) & ~write.removed;
        }
        store(*vocabulary_, state, cell, value);
    }
    if (!endings_.empty()) {
        state.over = true;
        state.ending = endings_[decisions_->pick(endings_.size())];
        state.agenda.clear();
        state.pending.clear();
    }
}

}  // namespace errata::oracle
