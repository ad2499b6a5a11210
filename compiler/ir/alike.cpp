#include "compiler/ir/alike.h"

#include <algorithm>

namespace errata::compiler {

namespace {

class Exchange {
public:
    Exchange(const Model& model, const State& state, TypeId type, Value a, Value b)
        : model_(model), state_(state), type_(type), a_(a), b_(b) {}

    bool keeps(const Variable& variable) const {
        if (is_object(variable.type) || is_set(variable.type))
            return keeps_entries(variable, 0, variable.cells);
        // Entries that speak of neither of the two stay where and what they are.
        std::size_t stride = variable.cells;
        for (const TypeId param : variable.params) {
            const Type& type = model_.type(param);
            const std::size_t block = stride;
            stride /= static_cast<std::size_t>(type.size());
            if (!is_object(param)) continue;
            for (const Value object : {a_, b_}) {
                const std::size_t first = static_cast<std::size_t>(object - type.lo) * stride;
                for (std::size_t entry = first; entry < variable.cells; entry += block) {
                    if (!keeps_entries(variable, entry, stride)) return false;
                }
            }
        }
        return true;
    }
    bool keeps(std::size_t cell, TypeId type) const { return exchanged(type, state_[cell]) == state_[cell]; }

private:
    bool keeps_entries(const Variable& variable, std::size_t first, std::size_t count) const {
        for (std::size_t i = first; i < first + count; ++i) {
            const Value image = state_[variable.base + image_of(variable, i)];
            if (image != exchanged(variable.type, state_[variable.base + i])) return false;
        }
        return true;
    }
    bool is_object(TypeId id) const { return refers_to(model_, id, type_); }
    bool is_set(TypeId id) const { return has_members(model_, id, type_); }
    Value other(Value object) const { return object == a_ ? b_ : object == b_ ? a_ : object; }

    Value exchanged(TypeId id, Value value) const {
        if (is_object(id)) return other(value);
        if (!is_set(id)) return value;
        const Value lo = model_.type(model_.type(id).element).lo;
        const bool has_a = (value >> (a_ - lo) & 1) != 0;
        const bool has_b = (value >> (b_ - lo) & 1) != 0;
        return has_a == has_b ? value : value ^ (Value{1} << (a_ - lo)) ^ (Value{1} << (b_ - lo));
    }

    // The entry whose arguments have the two exchanged.
    std::size_t image_of(const Variable& variable, std::size_t entry) const {
        std::size_t result = 0;
        std::size_t stride = variable.cells;
        for (const TypeId param : variable.params) {
            const Type& type = model_.type(param);
            const auto size = static_cast<std::size_t>(type.size());
            stride /= size;
            const Value argument = static_cast<Value>(entry / stride % size) + type.lo;
            const Value image = is_object(param) ? other(argument) : argument;
            result += static_cast<std::size_t>(image - type.lo) * stride;
        }
        return result;
    }

    const Model& model_;
    const State& state_;
    TypeId type_;
    Value a_, b_;
};

}  // namespace

bool are_alike(const Model& model, const State& state, TypeId type, Value a, Value b,
               std::size_t first_frame) {
    if (!model.type(type).interchangeable) return false;
    const Exchange exchange(model, state, type, a, b);
    const Layout& layout = model.layout;
    if (!std::ranges::all_of(model.variables,
                             [&](const Variable& variable) { return exchange.keeps(variable); }))
        return false;
    for (std::size_t i = first_frame; i < layout.frames && state[layout.frame(i)] != 0; ++i) {
        const Point& point = model.flow.points[static_cast<std::size_t>(state[layout.frame(i)] - 1)];
        for (const BinderRegister& live : point.live_registers) {
            if (!exchange.keeps(layout.frame(i) + 1 + live.reg, live.type)) return false;
        }
    }
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i) {
        const Trigger& trigger = model.rules.triggers[static_cast<std::size_t>(state[layout.slot(i)] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            if (!exchange.keeps(layout.slot(i) + 1 + k, trigger.params[k])) return false;
        }
    }
    return true;
}

}  // namespace errata::compiler
