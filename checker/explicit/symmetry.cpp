#include "checker/explicit/symmetry.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::uint32_t unnumbered = 0xffffffffU;

// Orders tried for objects that nothing tells apart. Nearly always they are twins, and one order stands for all.
constexpr std::size_t max_orders = 720;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9e3779b97f4a7c15ULL + b + 0x7f4a7c159e3779b9ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

using Colours = std::vector<std::uint64_t>;  // by object

}  // namespace

Symmetry::Symmetry(const Model& model) : model_(model), first_object_(model.types.size(), unnumbered) {
    std::uint32_t kinds = 0;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const Type& type = model.types[i];
        if (!type.interchangeable || type.optional || type.form != TypeForm::Enum) continue;
        first_object_[i] = static_cast<std::uint32_t>(objects_);
        objects_ += static_cast<std::size_t>(type.size());
        kind_of_.resize(objects_, kinds++);
    }
    for (std::size_t i = 0; i < model.types.size(); ++i) of_type_.push_back(reference(TypeId(i)));
    for (std::size_t i = 0; i < model.variables.size(); ++i) add_cells(model.variables[i], i);
}

Symmetry::Reference Symmetry::reference(TypeId id) const {
    const Type& type = model_.type(id);
    Reference result;
    TypeId object = id;
    if (type.form == TypeForm::Set) {
        object = type.element;
        result.offset = model_.type(object).lo;
    }
    if (model_.type(object).optional) object = model_.type(object).base;
    if (!object.is_valid() || first_object_[object.index] == unnumbered) return {};
    result.role = type.form == TypeForm::Set ? Role::Set : Role::Object;
    result.first = first_object_[object.index];
    result.kind = kind_of_[result.first];
    return result;
}

void Symmetry::add_cells(const Variable& variable, std::uint64_t number) {
    const Reference& value = of_type_[variable.type.index];
    const bool concerned =
        value.role != Role::Nothing || std::ranges::any_of(variable.params, [&](TypeId param) {
            return of_type_[param.index].role != Role::Nothing;
        });
    if (!concerned) return;
    for (std::size_t i = 0; i < variable.cells; ++i) {
        Cell cell;
        cell.index = variable.base + i;
        cell.rest = mix(1, number);
        cell.first_place = static_cast<std::uint32_t>(places_.size());
        cell.value = value;
        std::size_t stride = variable.cells;
        for (const TypeId param : variable.params) {
            const Type& type = model_.type(param);
            const auto size = static_cast<std::size_t>(type.size());
            stride /= size;
            const Value argument = static_cast<Value>(i / stride % size) + type.lo;
            const Reference& refers = of_type_[param.index];
            if (refers.role == Role::Object && argument >= 0) {
                places_.push_back({refers.first + static_cast<std::uint32_t>(argument), stride});
            } else {
                cell.rest = mix(cell.rest, static_cast<std::uint64_t>(argument));
            }
        }
        cell.places = static_cast<std::uint32_t>(places_.size()) - cell.first_place;
        cells_.push_back(cell);
    }
}

Value Symmetry::renamed(const Reference& reference, Value value, const Renaming& renaming) const {
    const auto name = [&](Value object) {
        return static_cast<Value>(renaming[reference.first + static_cast<std::size_t>(object)]) -
               static_cast<Value>(reference.first);
    };
    switch (reference.role) {
        case Role::Nothing:
            return value;
        case Role::Object:
            return value < 0 ? value : name(value);
        case Role::Set:
            break;
    }
    Value result = 0;
    for (Value bit = 0; value >> bit != 0; ++bit) {
        if ((value >> bit & 1) == 0) continue;
        const Value element = bit + reference.offset;
        result |= Value{1} << (element < 0 ? bit : name(element) - reference.offset);
    }
    return result;
}

State Symmetry::rename(const State& state, const Renaming& renaming) const {
    State result = state;
    for (const Cell& cell : cells_) {
        std::size_t to = cell.index;
        for (std::uint32_t i = 0; i < cell.places; ++i) {
            const Place& place = places_[cell.first_place + i];
            to = to - place.object * place.stride + renaming[place.object] * place.stride;
        }
        result[to] = renamed(cell.value, state[cell.index], renaming);
    }
    const Layout& layout = model_.layout;
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i) {
        const Point& point = model_.points[static_cast<std::size_t>(state[layout.frame(i)] - 1)];
        for (const BinderRegister& live : point.live_registers) {
            const std::size_t at = layout.frame(i) + 1 + live.reg;
            result[at] = renamed(of_type_[live.type.index], state[at], renaming);
        }
    }
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i) {
        const Trigger& trigger = model_.triggers[static_cast<std::size_t>(state[layout.slot(i)] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            const std::size_t at = layout.slot(i) + 1 + k;
            result[at] = renamed(of_type_[trigger.params[k].index], state[at], renaming);
        }
    }
    return canonical(model_, std::move(result));
}

// Colours: a number per object, the same for objects that nothing looked at so far tells apart, and independent of their names.
class Symmetry::Search {
public:
    Search(const Symmetry& symmetry, const State& state) : symmetry_(symmetry), state_(state) {}

    State run() {
        Colours colours(symmetry_.objects_);
        for (std::size_t i = 0; i < colours.size(); ++i) colours[i] = mix(0, symmetry_.kind_of_[i]);
        branch(std::move(colours));
        return std::move(*best_);
    }

private:
    void branch(Colours colours) {
        refine(colours);
        std::vector<std::uint32_t> order(colours.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(symmetry_.kind_of_[a], colours[a]) <
                   std::pair(symmetry_.kind_of_[b], colours[b]);
        });
        const auto alike = [&](std::uint32_t a, std::uint32_t b) { return colours[a] == colours[b]; };
        const auto tie = std::ranges::adjacent_find(order, alike);
        if (tie == order.end()) return leaf(order);
        std::vector<std::uint32_t> tried;
        for (auto member = tie; member != order.end() && alike(*tie, *member); ++member) {
            if (orders_ >= max_orders) return;
            const auto is_twin = [&](std::uint32_t other) { return twins(*member, other); };
            if (std::ranges::any_of(tried, is_twin)) continue;
            tried.push_back(*member);
            Colours apart = colours;
            apart[*member] = mix(apart[*member], 7);
            branch(std::move(apart));
        }
    }

    // Renaming one for the other changes nothing.
    bool twins(std::uint32_t a, std::uint32_t b) const {
        Renaming swap(symmetry_.objects_);
        std::iota(swap.begin(), swap.end(), 0U);
        std::swap(swap[a], swap[b]);
        return symmetry_.rename(state_, swap) == state_;
    }

    void leaf(const std::vector<std::uint32_t>& order) {
        ++orders_;
        // Kinds are numbered through, and so are the objects sorted by kind.
        Renaming renaming(order.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) renaming[order[i]] = i;
        State image = symmetry_.rename(state_, renaming);
        if (!best_ || image < *best_) best_ = std::move(image);
    }

    void refine(Colours& colours) {
        std::size_t told_apart = count(colours);
        while (true) {
            Colours next = colours;
            for (std::uint64_t& colour : next) colour = mix(colour, 3);
            look(colours, next);
            const std::size_t now = count(next);
            if (now == told_apart) return;
            told_apart = now;
            colours = std::move(next);
        }
    }

    static std::size_t count(Colours colours) {
        std::ranges::sort(colours);
        const auto rest = std::ranges::unique(colours);
        return colours.size() - rest.size();
    }

    // What a cell, a frame or an instance says of each object in it goes into the object's next colour.
    void look(const Colours& colours, Colours& next) {
        for (const Cell& cell : symmetry_.cells_) {
            fact_ = cell.rest;
            for (std::uint32_t i = 0; i < cell.places; ++i)
                mention(symmetry_.places_[cell.first_place + i].object, colours);
            say(cell.value, state_[cell.index], colours);
            tell(next);
        }
        const Model& model = symmetry_.model_;
        const Layout& layout = model.layout;
        for (std::size_t i = 0; i < layout.frames && state_[layout.frame(i)] != 0; ++i) {
            const Point& point = model.points[static_cast<std::size_t>(state_[layout.frame(i)] - 1)];
            for (const BinderRegister& live : point.live_registers) {
                fact_ = mix(mix(2, i), live.reg);
                say(symmetry_.of_type_[live.type.index], state_[layout.frame(i) + 1 + live.reg], colours);
                tell(next);
            }
        }
        for (std::size_t i = 0; i < layout.pending && state_[layout.slot(i)] != 0; ++i) {
            const Value number = state_[layout.slot(i)] - 1;
            const Trigger& trigger = model.triggers[static_cast<std::size_t>(number)];
            fact_ = mix(3, static_cast<std::uint64_t>(number));
            for (std::size_t k = 0; k < trigger.params.size(); ++k)
                say(symmetry_.of_type_[trigger.params[k].index], state_[layout.slot(i) + 1 + k], colours);
            tell(next);
        }
    }

    void mention(std::uint32_t object, const Colours& colours) {
        fact_ = mix(fact_, colours[object]);
        mentioned_.emplace_back(object, ++position_);
    }

    void say(const Reference& reference, Value value, const Colours& colours) {
        if (reference.role == Role::Object && value >= 0)
            return mention(reference.first + static_cast<std::uint32_t>(value), colours);
        if (reference.role != Role::Set) {
            fact_ = mix(fact_, static_cast<std::uint64_t>(value));
            return;
        }
        ++position_;
        std::uint64_t sum = 0;  // a set has no order
        for (Value bit = 0; value >> bit != 0; ++bit) {
            if ((value >> bit & 1) == 0) continue;
            const Value element = bit + reference.offset;
            if (element < 0) {
                sum += 1;
                continue;
            }
            const std::uint32_t object = reference.first + static_cast<std::uint32_t>(element);
            sum += mix(5, colours[object]);
            mentioned_.emplace_back(object, position_);
        }
        fact_ = mix(fact_, sum);
    }

    void tell(Colours& next) {
        for (const auto& [object, position] : mentioned_) next[object] += mix(fact_, position);
        mentioned_.clear();
        position_ = 0;
    }

    const Symmetry& symmetry_;
    const State& state_;
    std::optional<State> best_;
    std::size_t orders_ = 0;
    // The fact under way.
    std::uint64_t fact_ = 0;
    std::uint64_t position_ = 0;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> mentioned_;
};

State Symmetry::representative(const State& state) const {
    return is_trivial() ? state : Search(*this, state).run();
}

}  // namespace errata::checker
