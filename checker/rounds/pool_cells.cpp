#include "checker/rounds/pool_cells.h"

#include <algorithm>

#include "checker/explicit/mix.h"

namespace errata::checker {

using namespace compiler;

namespace {

TypeId base_of(const Model& model, TypeId type) {
    const Type& that = model.type(type);
    if (that.base.is_valid()) return that.base;
    if (that.form == TypeForm::Set && that.element.is_valid()) return base_of(model, that.element);
    return type;
}

}  // namespace

bool is_among(Numbers numbers, const Type& type) {
    const bool is_range = type.form == TypeForm::Range && !type.optional;
    return !type.is_finite() || (is_range && numbers == Numbers::CountersAndRanges);
}

PoolCells::PoolCells(const Model& model, Numbers numbers) : model_(model) {
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& variable = model.variables[i];
        const bool is_new_table =
            variable.waits_for > 0 &&
            std::ranges::find(pools_, variable.waits_for, &Pool::waits_for) == pools_.end();
        if (is_new_table || (variable.is_exists && model.type(variable.params[0]).interchangeable))
            pools_.push_back({variable.params[0], VarId(i), variable.waits_for});
    }
    std::size_t end = 0;
    for (const Variable& variable : model.variables) end = std::max(end, variable.base + variable.cells);
    cells_.resize(end);
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& variable = model.variables[i];
        for (std::size_t offset = 0; offset < variable.cells; ++offset) {
            CellFacts& facts = cells_[variable.base + offset];
            facts.variable = i;
            facts.arguments.resize(variable.params.size());
            std::size_t rest = offset;
            for (std::size_t k = variable.params.size(); k-- > 0;) {
                const Type& type = model.type(variable.params[k]);
                const auto size = static_cast<std::size_t>(type.size());
                facts.arguments[k] = type.lo + static_cast<Value>(rest % size);
                rest /= size;
            }
            for (std::size_t k = 0; k < variable.params.size(); ++k) {
                const std::optional<std::size_t> pool =
                    variable.waits_for > 0 ? table_of(variable) : pool_of(variable.params[k]);
                if (!pool || facts.arguments[k] == none_value) continue;
                facts.objects.push_back({*pool, facts.arguments[k]});
                facts.object_places.push_back(k);
            }
            facts.value_pool = pool_of(variable.type);
            facts.is_set = model.type(variable.type).form == TypeForm::Set;
            facts.is_number = is_among(numbers, model.type(variable.type));
            has_relations_ = has_relations_ || facts.objects.size() > 1;
        }
    }
}

std::optional<std::size_t> PoolCells::pool_of(TypeId type) const {
    if (!type.is_valid()) return std::nullopt;
    const TypeId base = base_of(model_, type);
    for (std::size_t i = 0; i < pools_.size(); ++i) {
        if (pools_[i].type == base && pools_[i].waits_for == 0) return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> PoolCells::table_of(const Variable& variable) const {
    for (std::size_t i = 0; i < pools_.size(); ++i) {
        if (pools_[i].waits_for == variable.waits_for) return i;
    }
    return std::nullopt;
}

std::vector<std::size_t> PoolCells::pools_over(TypeId type) const {
    std::vector<std::size_t> result;
    if (!type.is_valid()) return result;
    const TypeId base = base_of(model_, type);
    for (std::size_t i = 0; i < pools_.size(); ++i) {
        if (pools_[i].type == base) result.push_back(i);
    }
    return result;
}

const std::string& PoolCells::name_of(std::size_t pool) const {
    const Pool& of = pools_[pool];
    return of.waits_for > 0 ? model_.variable(of.exists).name : model_.type(of.type).name;
}

bool PoolCells::exists(const State& state, Object object) const {
    const Variable& variable = model_.variable(pools_[object.pool].exists);
    return state[variable.base +
                 static_cast<std::size_t>(object.value - model_.type(variable.params[0]).lo)] != 0;
}

std::vector<Object> PoolCells::present(const State& state) const {
    std::vector<Object> result;
    for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
        const Type& type = model_.type(pools_[pool].type);
        for (Value value = type.first(); value <= type.hi; ++value) {
            if (exists(state, {pool, value})) result.push_back({pool, value});
        }
    }
    return result;
}

std::vector<Mention> PoolCells::mentions(const State& state) const {
    std::vector<Mention> result;
    if (pools_.empty()) return result;
    const Layout& layout = model_.layout;
    for (std::size_t frame = 0; frame < layout.frames && state[layout.frame(frame)] != 0; ++frame) {
        const Point& point = model_.flow.points[static_cast<std::size_t>(state[layout.frame(frame)] - 1)];
        for (const BinderRegister& live : point.live_registers) {
            const std::size_t cell = layout.frame(frame) + 1 + live.reg;
            const std::optional<std::size_t> pool = pool_of(live.type);
            if (pool && state[cell] != none_value)
                result.push_back({cell, *pool, mix(mix(1, frame), live.reg)});
        }
    }
    for (std::size_t slot = 0; slot < layout.pending && state[layout.slot(slot)] != 0; ++slot) {
        const auto number = static_cast<std::size_t>(state[layout.slot(slot)] - 1);
        const std::vector<TypeId>& params = model_.rules.triggers[number].params;
        for (std::size_t k = 0; k < params.size(); ++k) {
            const std::size_t cell = layout.slot(slot) + 1 + k;
            const std::optional<std::size_t> pool = pool_of(params[k]);
            if (pool && state[cell] != none_value) result.push_back({cell, *pool, mix(mix(2, number), k)});
        }
    }
    return result;
}

std::optional<Value> CellFacts::renamed(Value value, const std::map<Object, Object>& names) const {
    if (!value_pool || (!is_set && value == none_value)) return value;
    if (!is_set) {
        const auto it = names.find({*value_pool, value});
        return it == names.end() ? std::nullopt : std::optional(it->second.value);
    }
    Value result = 0;
    for (Value bit = 0; bit < 30; ++bit) {
        if ((value >> bit & 1) == 0) continue;
        const auto it = names.find({*value_pool, bit});
        if (it == names.end()) return std::nullopt;
        result |= Value{1} << it->second.value;
    }
    return result;
}

std::size_t PoolCells::cell_as(std::size_t cell, const std::map<Object, Object>& renamed) const {
    const CellFacts& facts = cells_[cell];
    std::vector<Value> arguments = facts.arguments;
    for (std::size_t o = 0; o < facts.objects.size(); ++o) {
        const auto it = renamed.find(facts.objects[o]);
        if (it != renamed.end()) arguments[facts.object_places[o]] = it->second.value;
    }
    return cell_of(model_, VarId(facts.variable), arguments);
}

bool PoolCells::is_referred_to(const State& state, Object object) const {
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        const CellFacts& facts = cells_[cell];
        if (facts.value_pool != object.pool) continue;
        if (facts.is_set ? (state[cell] >> object.value & 1) != 0 : state[cell] == object.value) return true;
    }
    return std::ranges::any_of(mentions(state), [&](const Mention& mention) {
        return mention.pool == object.pool && state[mention.cell] == object.value;
    });
}

bool PoolCells::stands_by(const Successor& step, Object object) const {
    const bool is_written = std::ranges::any_of(step.changes, [&](const Change& change) {
        const std::vector<Object>& objects = objects_of(change.cell);
        return std::ranges::find(objects, object) != objects.end();
    });
    if (is_written || is_referred_to(*step.next, object)) return false;
    if (step.move.kind != MoveKind::Option) return true;
    const std::vector<BinderRegister>& binders =
        model_.flow.points[step.move.point.index].options[step.move.option].binders;
    for (std::size_t i = 0; i < binders.size(); ++i) {
        if (step.move.bindings[i] == object.value && pool_of(binders[i].type) == object.pool) return false;
    }
    return true;
}

}  // namespace errata::checker
