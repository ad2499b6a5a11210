#include "tests/support/random_state.h"

#include <algorithm>

namespace errata::tests {

using compiler::Layout;
using compiler::Point;
using compiler::State;
using compiler::Type;
using compiler::TypeForm;
using compiler::Value;

RandomStates::RandomStates(const compiler::Model& model, std::uint64_t seed) : model_(model), random_(seed) {}

Value RandomStates::below(Value bound) {
    return static_cast<Value>(random_() % static_cast<std::uint64_t>(bound));
}

Value RandomStates::value_of(const Type& type) {
    if (type.form == TypeForm::Counter) return below(26) - 5;
    return type.lo + below(type.hi - type.lo + 1);
}

void RandomStates::frame(State& state, std::size_t position, bool control) {
    std::vector<std::size_t> fitting;
    for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
        if (model_.flow.points[p].control == control) fitting.push_back(p);
    }
    std::size_t chosen = fitting[static_cast<std::size_t>(below(static_cast<Value>(fitting.size())))];
    std::size_t base = model_.layout.frame(position);
    state[base] = static_cast<Value>(chosen) + 1;
    for (const auto& live : model_.flow.points[chosen].live_registers) {
        state[base + 1 + live.reg] = value_of(model_.type(live.type));
    }
}

State RandomStates::next() {
    const Layout& layout = model_.layout;
    State state(layout.cells, 0);
    for (const auto& variable : model_.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i) {
            state[variable.base + i] =
                variable.is_rigid ? variable.initial : value_of(model_.type(variable.type));
        }
    }
    if (!model_.rules.endings.empty() && below(30) == 0) {
        state[layout.over] = 1 + below(static_cast<Value>(model_.rules.endings.size()));
        return canonical(model_, std::move(state));
    }
    bool has_items = std::any_of(model_.flow.points.begin(), model_.flow.points.end(),
                                 [](const Point& p) { return !p.control; });
    std::size_t frames =
        has_items ? 1 + static_cast<std::size_t>(below(static_cast<Value>(layout.frames))) : 1;
    for (std::size_t i = 0; i < frames; ++i) frame(state, i, i + 1 == frames);
    std::size_t waiting = 0;
    if (!model_.rules.triggers.empty() && below(2) == 0) {
        waiting = static_cast<std::size_t>(below(static_cast<Value>(layout.pending) + 1));
    }
    for (std::size_t i = 0; i < waiting; ++i) {
        auto trigger = static_cast<std::size_t>(below(static_cast<Value>(model_.rules.triggers.size())));
        state[layout.slot(i)] = static_cast<Value>(trigger) + 1;
        for (std::size_t a = 0; a < model_.rules.triggers[trigger].params.size(); ++a) {
            state[layout.slot(i) + 1 + a] = value_of(model_.type(model_.rules.triggers[trigger].params[a]));
        }
    }
    return canonical(model_, std::move(state));
}

}  // namespace errata::tests
