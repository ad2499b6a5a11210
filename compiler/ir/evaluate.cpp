#include "compiler/ir/evaluate.h"

#include <algorithm>

#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/expand.h"
#include "dsl/base/check.h"

namespace errata::compiler {

Evaluator::Evaluator(const Model& model, EnabledClauses enabled)
    : model_(model), enabled_(std::move(enabled)), facts_(std::make_shared<ModelFacts>(model)) {
    ERRATA_CHECK(enabled_.empty() || enabled_.size() == model.clauses.size());
}

Expansion Evaluator::expand(const State& state) const {
    return expansion(model_, enabled_, state, asked_, is_plain_ ? nullptr : &model_.flow.cases);
}

Evaluator Evaluator::watched(ReadingSet& asked) const {
    Evaluator result = *this;
    asked.resize(model_.readings.all.size());
    result.asked_ = has_readings(model_) ? &asked : nullptr;
    return result;
}

Evaluator Evaluator::plain() const {
    Evaluator result = *this;
    result.is_plain_ = true;
    return result;
}

namespace {

std::optional<Value> evaluate_closed(const Model& model, const EnabledClauses& enabled, TermId term,
                                     const State& state, const Value* registers, ReadingSet* asked) {
    Journal journal;
    TermEvaluator terms{model, enabled, journal, nullptr, asked};
    terms.look_at(state.data(), registers);
    const Value value = terms.evaluate(term);
    if (terms.failed()) return std::nullopt;
    return value;
}

// The conditions of WELL-FORMED in model.h, one function per part of the state.
class WellFormed {
public:
    WellFormed(const Model& model, const State& state)
        : model_(model), layout_(model.layout), state_(state) {}

    bool variables() const {
        return std::ranges::all_of(model_.variables, [&](const Variable& variable) {
            const Type& type = model_.type(variable.type);
            return std::ranges::all_of(range(variable.base, variable.base + variable.cells),
                                       [&](Value value) { return type.contains(value); });
        });
    }

    bool over() const { return within(state_[layout_.over], model_.rules.endings.size()); }

    bool agenda() const {
        std::size_t present = 0;
        while (present < layout_.frames && state_[layout_.frame(present)] != 0) ++present;
        const bool ended = state_[layout_.over] != 0;
        if (ended != (present == 0)) return false;
        for (std::size_t i = 0; i < present; ++i) {
            if (!frame(i, i + 1 == present)) return false;
        }
        return all_zero(layout_.frame(present), layout_.frame(layout_.frames));
    }

    bool pending() const {
        std::size_t present = 0;
        while (present < layout_.pending && state_[layout_.slot(present)] != 0) ++present;
        if (present > 0 && state_[layout_.over] != 0) return false;
        for (std::size_t i = 0; i < present; ++i) {
            if (!instance(i)) return false;
        }
        return all_zero(layout_.slot(present), layout_.slot(layout_.pending));
    }

private:
    std::span<const Value> range(std::size_t begin, std::size_t end) const {
        return std::span(state_).subspan(begin, end - begin);
    }
    bool all_zero(std::size_t begin, std::size_t end) const {
        return std::ranges::all_of(range(begin, end), [](Value value) { return value == 0; });
    }
    static bool within(Value value, std::size_t count) {
        return 0 <= value && value <= static_cast<Value>(count);
    }

    bool frame(std::size_t i, bool lowest) const {
        const std::size_t base = layout_.frame(i);
        if (!within(state_[base], model_.flow.points.size())) return false;
        const Point& point = model_.flow.points[static_cast<std::size_t>(state_[base] - 1)];
        if (point.control != lowest) return false;
        for (std::uint32_t reg = 0; reg < layout_.registers; ++reg) {
            const Value value = state_[base + 1 + reg];
            const auto live = std::ranges::find(point.live_registers, reg, &BinderRegister::reg);
            const bool fits =
                live == point.live_registers.end() ? value == 0 : model_.type(live->type).contains(value);
            if (!fits) return false;
        }
        return true;
    }

    bool instance(std::size_t i) const {
        const std::size_t base = layout_.slot(i);
        if (!within(state_[base], model_.rules.triggers.size())) return false;
        const Trigger& trigger = model_.rules.triggers[static_cast<std::size_t>(state_[base] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            if (!model_.type(trigger.params[k]).contains(state_[base + 1 + k])) return false;
        }
        return all_zero(base + 1 + trigger.params.size(), layout_.slot(i + 1));
    }

    const Model& model_;
    const Layout& layout_;
    const State& state_;
};

}  // namespace

std::optional<Value> Evaluator::value(TermId term, const State& state) const {
    return evaluate_closed(model_, enabled_, term, state, nullptr, asked_);
}

std::optional<Value> Evaluator::option_value(TermId term, const State& state, const PointOption& option,
                                             const std::vector<Value>& bindings) const {
    ERRATA_CHECK(bindings.size() == option.binders.size());
    const auto first = state.begin() + static_cast<std::ptrdiff_t>(model_.layout.frame(0) + 1);
    std::vector<Value> registers(first, first + static_cast<std::ptrdiff_t>(model_.layout.registers));
    for (std::size_t i = 0; i < bindings.size(); ++i) registers[option.binders[i].reg] = bindings[i];
    return evaluate_closed(model_, enabled_, term, state, registers.data(), asked_);
}

bool Evaluator::is_well_formed(const State& state) const {
    if (state.size() != model_.layout.cells) return false;
    const WellFormed check(model_, state);
    return check.variables() && check.over() && check.agenda() && check.pending();
}

State Evaluator::initial(const Setup& setup, const std::vector<Value>& open_values) const {
    ERRATA_CHECK(open_values.size() == setup.open.size());
    State state = setup.values;
    state.resize(model_.layout.cells);
    for (std::size_t i = 0; i < open_values.size(); ++i) state[setup.open[i]] = open_values[i];
    state[model_.layout.frame(0)] = Value{model_.flow.start.index} + 1;
    return canonical(model_, std::move(state));
}

bool Evaluator::satisfies_requirements(const Setup& setup, const State& state) const {
    const auto is_within = [&](const NarrowedCell& narrow) {
        return narrow.lo <= state[narrow.cell] && state[narrow.cell] <= narrow.hi;
    };
    if (!std::ranges::all_of(setup.narrowed, is_within)) return false;
    const auto is_inside = [&](const auto& box) { return std::ranges::all_of(box, is_within); };
    if (std::ranges::any_of(setup.without, is_inside)) return false;
    return std::ranges::all_of(setup.requirements, [&](const auto& requirement) {
        return value(requirement.first, state) == Value{1};
    });
}

// The bag sorted, empty slots last.
State canonical(const Model& model, State state) {
    const Layout& layout = model.layout;
    const auto at = [&](std::size_t slot) {
        return state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
    };
    const auto before = [&](std::size_t a, std::size_t b) {
        if (*at(a) == 0 || *at(b) == 0) return *at(a) != 0 && *at(b) == 0;
        return std::lexicographical_compare(at(a), at(a + 1), at(b), at(b + 1));
    };
    for (std::size_t i = 1; i < layout.pending; ++i) {
        for (std::size_t k = i; k > 0 && before(k, k - 1); --k) std::swap_ranges(at(k), at(k + 1), at(k - 1));
    }
    return state;
}

std::size_t cell_of(const Model& model, VarId var, const std::vector<Value>& arguments) {
    const Variable& variable = model.variable(var);
    ERRATA_CHECK(arguments.size() == variable.params.size());
    Value offset = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Type& type = model.type(variable.params[i]);
        ERRATA_CHECK(type.contains(arguments[i]));
        offset = offset * type.size() + (arguments[i] - type.lo);
    }
    return variable.base + static_cast<std::size_t>(offset);
}

}  // namespace errata::compiler
