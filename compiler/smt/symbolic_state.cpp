#include "compiler/smt/symbolic_state.h"

#include <algorithm>
#include <map>

#include "compiler/smt/formula.h"
#include "compiler/smt/options.h"

namespace errata::compiler {

namespace {

ValueSet stored_values(const Type& type) {
    return type.is_finite() ? ValueSet(type.lo, type.hi) : ValueSet(counter_lo, counter_hi);
}

const BinderRegister* live_register(const Point& point, std::size_t reg) {
    for (const BinderRegister& live : point.live_registers) {
        if (live.reg == reg) return &live;
    }
    return nullptr;
}

class WellFormed {
public:
    WellFormed(const Model& model, FormulaPool& pool) : model_(model), layout_(model.layout), pool_(pool) {
        state_.cells.assign(layout_.cells, pool.constant(0));
    }

    SymbolicState state() {
        for (const Variable& variable : model_.variables) {
            for (std::size_t i = 0; i < variable.cells; ++i) {
                cell(variable.base + i) = variable.is_rigid
                                              ? pool_.constant(variable.initial)
                                              : pool_.variable(stored_values(model_.type(variable.type)));
            }
        }
        cell(layout_.over) = pool_.variable(ValueSet(0, static_cast<Value>(model_.rules.endings.size())));
        for (std::size_t i = 0; i < layout_.frames; ++i) points(i);
        for (std::size_t i = 0; i < layout_.frames; ++i) {
            order(i);
            registers(i);
        }
        for (std::size_t i = 0; i < layout_.pending; ++i) slot(i);
        return std::move(state_);
    }

private:
    Formula& cell(std::size_t i) { return state_.cells[i]; }
    void require(Formula f) { state_.constraints.push_back(f); }
    Formula implied(Formula a, Formula b) { return pool_.lor(pool_.lnot(a), b); }
    Formula present(std::size_t frame) {
        if (frame >= layout_.frames) return pool_.truth(false);
        return pool_.lnot(pool_.equal(cell(layout_.frame(frame)), 0));
    }
    Formula is_over() { return pool_.lnot(pool_.equal(cell(layout_.over), 0)); }

    void points(std::size_t frame) {
        ValueSet values = only_value(0);
        bool has_items = std::any_of(model_.flow.points.begin(), model_.flow.points.end(),
                                     [](const Point& p) { return !p.control; });
        for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
            bool possible = frame == 0 || has_items;
            possible = possible && (model_.flow.points[p].control || frame + 1 < layout_.frames);
            if (possible) values = values.united(only_value(static_cast<Value>(p) + 1));
        }
        cell(layout_.frame(frame)) = pool_.variable(values);
    }

    // Frames are packed, the lowest one present is the control frame, a finished game has none.
    void order(std::size_t frame) {
        if (frame == 0) require(pool_.equal(present(0), pool_.lnot(is_over())));
        require(implied(present(frame + 1), present(frame)));
        for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
            Formula here = pool_.equal(cell(layout_.frame(frame)), static_cast<Value>(p) + 1);
            Formula lowest = pool_.lnot(present(frame + 1));
            require(implied(here, model_.flow.points[p].control ? lowest : pool_.lnot(lowest)));
        }
    }

    void registers(std::size_t frame) {
        for (std::size_t r = 0; r < layout_.registers; ++r) {
            ValueSet values = only_value(0);
            for (const Point& point : model_.flow.points) {
                if (const BinderRegister* live = live_register(point, r)) {
                    values = values.united(stored_values(model_.type(live->type)));
                }
            }
            Formula reg = cell(layout_.frame(frame) + 1 + r) = pool_.variable(values);
            require(implied(pool_.lnot(present(frame)), pool_.equal(reg, 0)));
            for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
                Formula here = pool_.equal(cell(layout_.frame(frame)), static_cast<Value>(p) + 1);
                const BinderRegister* live = live_register(model_.flow.points[p], r);
                ValueSet allowed = live != nullptr ? stored_values(model_.type(live->type)) : only_value(0);
                require(implied(here, within(pool_, reg, allowed.lo(), allowed.hi())));
            }
        }
    }

    void slot(std::size_t i) {
        Formula head = cell(layout_.slot(i)) =
            pool_.variable(ValueSet(0, static_cast<Value>(model_.rules.triggers.size())));
        require(implied(is_over(), pool_.equal(head, 0)));
        if (i > 0) {  // packed
            require(implied(pool_.equal(cell(layout_.slot(i - 1)), 0), pool_.equal(head, 0)));
        }
        for (std::size_t a = 0; a < layout_.pending_arguments; ++a) {
            ValueSet values = only_value(0);
            for (const Trigger& trigger : model_.rules.triggers) {
                if (a < trigger.params.size())
                    values = values.united(stored_values(model_.type(trigger.params[a])));
            }
            Formula argument = cell(layout_.slot(i) + 1 + a) = pool_.variable(values);
            require(implied(pool_.equal(head, 0), pool_.equal(argument, 0)));
            for (std::size_t t = 0; t < model_.rules.triggers.size(); ++t) {
                const Trigger& trigger = model_.rules.triggers[t];
                ValueSet allowed = only_value(0);
                if (a < trigger.params.size()) allowed = stored_values(model_.type(trigger.params[a]));
                Formula here = pool_.equal(head, static_cast<Value>(t) + 1);
                require(implied(here, within(pool_, argument, allowed.lo(), allowed.hi())));
            }
        }
    }

    const Model& model_;
    const Layout& layout_;
    FormulaPool& pool_;
    SymbolicState state_;
};

}  // namespace

SymbolicState setup_state(const Model& model, const Setup& setup, FormulaPool& pool) {
    SymbolicState state;
    for (Value value : setup.values) state.cells.push_back(pool.constant(value));
    state.cells.resize(model.layout.cells, pool.constant(0));
    for (const Variable& variable : model.variables) {
        for (std::size_t i = variable.base; i < variable.base + variable.cells; ++i) {
            if (std::find(setup.open.begin(), setup.open.end(), i) == setup.open.end()) continue;
            ValueSet values = stored_values(model.type(variable.type));
            for (const NarrowedCell& narrow : setup.narrowed) {
                if (narrow.cell == i) values = ValueSet(narrow.lo, narrow.hi);
            }
            state.cells[i] = pool.variable(values);
        }
    }
    state.cells[model.layout.frame(0)] = pool.constant(static_cast<Value>(model.flow.start.index) + 1);
    return state;
}

SymbolicState well_formed_state(const Model& model, FormulaPool& pool) {
    return WellFormed(model, pool).state();
}

SymbolicState renamed(const std::vector<Formula>& cells, FormulaPool& pool) {
    SymbolicState result;
    std::map<Formula, Formula> names;
    for (Formula cell : cells) {
        if (!is_constant(pool, cell) && !is_variable(pool, cell)) {
            auto [name, is_new] = names.try_emplace(cell);
            if (is_new) {
                name->second = pool.variable(pool.values(cell), true);
                result.constraints.push_back(pool.equal(name->second, cell));
            }
            cell = name->second;
        }
        result.cells.push_back(cell);
    }
    return result;
}

State decode(const Model& model, const FormulaPool& pool, const std::vector<Formula>& cells,
             const std::vector<Value>& assignment) {
    KnownValues known;
    State state;
    for (Formula cell : cells) state.push_back(evaluate(pool, cell, assignment, known));
    const Layout& layout = model.layout;
    std::size_t filled = 0;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        if (state[layout.slot(i)] == 0) continue;
        if (filled != i) {
            for (std::size_t c = 0; c < 1 + layout.pending_arguments; ++c) {
                state[layout.slot(filled) + c] = state[layout.slot(i) + c];
                state[layout.slot(i) + c] = 0;
            }
        }
        ++filled;
    }
    return canonical(model, std::move(state));
}

}  // namespace errata::compiler
