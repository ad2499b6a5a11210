#include "checker/explicit/symmetry.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "checker/explicit/mix.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::uint32_t unnumbered = 0xffffffffU;

// The place of the object among those named so far; it is added if it is new.
std::uint64_t position_in(std::vector<std::uint32_t>& named, std::uint32_t object) {
    const auto known = std::ranges::find(named, object);
    const auto position = static_cast<std::uint64_t>(known - named.begin());
    if (known == named.end()) named.push_back(object);
    return position;
}

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
    concerns_.resize(model.layout.over);
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
        // What is the same for all objects: variable, other arguments, which objects are one.
        std::uint64_t rest = mix(1, number);
        cell.first_place = static_cast<std::uint32_t>(places_.size());
        cell.value = value;
        std::size_t stride = variable.cells;
        std::vector<std::uint32_t> named;
        for (const TypeId param : variable.params) {
            const Type& type = model_.type(param);
            const auto size = static_cast<std::size_t>(type.size());
            stride /= size;
            const Value argument = static_cast<Value>(i / stride % size) + type.lo;
            const Reference& refers = of_type_[param.index];
            if (refers.role == Role::Object && argument >= 0) {
                places_.push_back({refers.first + static_cast<std::uint32_t>(argument), stride});
                rest = mix(rest, position_in(named, places_.back().object));
            } else {
                rest = mix(rest, static_cast<std::uint64_t>(argument));
            }
        }
        if (named.size() > 1) {
            const auto next = static_cast<std::uint32_t>(relations_.size());
            cell.relation = relations_.try_emplace(rest, next).first->second;
        }
        cell.places = static_cast<std::uint32_t>(places_.size()) - cell.first_place;
        cell.about = rest;
        for (std::uint32_t place = 0; place < cell.places; ++place)
            cell.about = mix(cell.about, position_in(named, places_[cell.first_place + place].object));
        cell.first_named = static_cast<std::uint32_t>(named_.size());
        cell.named = static_cast<std::uint32_t>(named.size());
        named_.insert(named_.end(), named.begin(), named.end());
        concerns_[cell.index] = true;
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
        const Point& point = model_.flow.points[static_cast<std::size_t>(state[layout.frame(i)] - 1)];
        for (const BinderRegister& live : point.live_registers) {
            const std::size_t at = layout.frame(i) + 1 + live.reg;
            result[at] = renamed(of_type_[live.type.index], state[at], renaming);
        }
    }
    for (std::size_t i = 0; i < layout.pending && state[layout.slot(i)] != 0; ++i) {
        const Trigger& trigger = model_.rules.triggers[static_cast<std::size_t>(state[layout.slot(i)] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            const std::size_t at = layout.slot(i) + 1 + k;
            result[at] = renamed(of_type_[trigger.params[k].index], state[at], renaming);
        }
    }
    return canonical(model_, std::move(result));
}

// Says of the objects what a state says of them.
class Symmetry::Facts {
public:
    Facts(const Symmetry& symmetry, const State& state)
        : symmetry_(symmetry), state_(state), known_(by_kind(symmetry)) {
        find_usual_values();
        for (const Cell& cell : symmetry_.cells_) add(cell);
        add_agenda();
        add_pending();
    }

    const KnownObjects& known() const { return known_; }

private:
    static std::vector<std::uint64_t> by_kind(const Symmetry& symmetry) {
        std::vector<std::uint64_t> result;
        result.reserve(symmetry.objects_);
        for (const std::uint32_t kind : symmetry.kind_of_) result.push_back(mix(0, kind));
        return result;
    }

    static bool names_object(const Reference& reference, Value value) {
        return reference.role == Role::Set || (reference.role == Role::Object && value >= 0);
    }

    // What a cell says of a relation between objects, unless it names another one.
    const Value* related(const Cell& cell) const {
        const Value& value = state_[cell.index];
        return cell.relation == no_relation || names_object(cell.value, value) ? nullptr : &value;
    }

    // What most objects have goes without saying.
    void find_usual_values() {
        if (symmetry_.relations_.empty()) return;
        std::vector<std::map<Value, std::size_t>> counts(symmetry_.relations_.size());
        for (const Cell& cell : symmetry_.cells_) {
            if (const Value* value = related(cell)) ++counts[cell.relation][*value];
        }
        usual_.resize(counts.size());
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i].empty()) continue;
            usual_[i] =
                std::ranges::max_element(counts[i], {}, [](const auto& each) { return each.second; })->first;
        }
    }

    void add(const Cell& cell) {
        if (const Value* value = related(cell); value && usual_[cell.relation] == *value) return;
        const Value value = state_[cell.index];
        const std::span named = std::span(symmetry_.named_).subspan(cell.first_named, cell.named);
        if (!names_object(cell.value, value)) {
            // So that most cells cost nothing: of one object 0 goes without saying.
            if (named.size() > 1 || value != 0)
                known_.say(mix(cell.about, static_cast<std::uint64_t>(value)), named);
            return;
        }
        what_ = cell.about;
        objects_.assign(named.begin(), named.end());
        end(cell.value, value);
    }

    void add_agenda() {
        const Model& model = symmetry_.model_;
        const Layout& layout = model.layout;
        for (std::size_t i = 0; i < layout.frames && state_[layout.frame(i)] != 0; ++i) {
            const Point& point = model.flow.points[static_cast<std::size_t>(state_[layout.frame(i)] - 1)];
            for (const BinderRegister& live : point.live_registers) {
                begin(mix(mix(2, i), live.reg));
                end(symmetry_.of_type_[live.type.index], state_[layout.frame(i) + 1 + live.reg]);
            }
        }
    }

    void add_pending() {
        const Model& model = symmetry_.model_;
        const Layout& layout = model.layout;
        for (std::size_t i = 0; i < layout.pending && state_[layout.slot(i)] != 0; ++i) {
            const Value number = state_[layout.slot(i)] - 1;
            const Trigger& trigger = model.rules.triggers[static_cast<std::size_t>(number)];
            const auto reference = [&](std::size_t k) { return symmetry_.of_type_[trigger.params[k].index]; };
            const auto value = [&](std::size_t k) { return state_[layout.slot(i) + 1 + k]; };
            begin(mix(3, static_cast<std::uint64_t>(number)));
            for (std::size_t k = 0; k < trigger.params.size(); ++k) {
                if (reference(k).role == Role::Object && value(k) >= 0) {
                    mention(reference(k).first + static_cast<std::uint32_t>(value(k)));
                } else if (reference(k).role != Role::Set) {
                    what_ = mix(what_, static_cast<std::uint64_t>(value(k)));
                }
            }
            known_.say(what_, objects_);
            for (std::size_t k = 0; k < trigger.params.size(); ++k) {
                if (reference(k).role == Role::Set) say_elements(mix(what_, k), reference(k), value(k));
            }
        }
    }

    void begin(std::uint64_t what) {
        what_ = what;
        objects_.clear();
    }

    void mention(std::uint32_t object) { what_ = mix(what_, position_in(objects_, object)); }

    void end(const Reference& reference, Value value) {
        if (reference.role == Role::Set) return say_elements(what_, reference, value);
        if (names_object(reference, value)) {
            mention(reference.first + static_cast<std::uint32_t>(value));
        } else {
            what_ = mix(what_, static_cast<std::uint64_t>(value));
        }
        known_.say(what_, objects_);
    }

    // A set has no order: each of its elements is a fact of its own.
    void say_elements(std::uint64_t what, const Reference& reference, Value value) {
        const std::vector<std::uint32_t> objects = objects_;
        for (Value bit = 0; value >> bit != 0; ++bit) {
            if ((value >> bit & 1) == 0) continue;
            what_ = mix(what, 5);
            objects_ = objects;
            const Value element = bit + reference.offset;
            if (element >= 0) mention(reference.first + static_cast<std::uint32_t>(element));
            known_.say(what_, objects_);
        }
    }

    const Symmetry& symmetry_;
    const State& state_;
    KnownObjects known_;
    std::vector<Value> usual_;  // by relation
    // The fact under way.
    std::uint64_t what_ = 0;
    std::vector<std::uint32_t> objects_;
};

State Symmetry::representative(const State& state, std::atomic<std::size_t>* undecided) const {
    if (is_trivial()) return state;
    const Facts facts(*this, state);
    if (facts.known().stand_in_order(kind_of_)) return state;  // as most do: the state before was one
    KnownObjects::Order order = facts.known().order();
    if (!order.is_exact && undecided != nullptr) ++*undecided;
    // Kinds are numbered through, and so must be the objects.
    std::ranges::stable_sort(order.objects, {}, [&](std::uint32_t object) { return kind_of_[object]; });
    if (std::ranges::is_sorted(order.objects)) return state;
    Renaming renaming(objects_);
    for (std::uint32_t i = 0; i < objects_; ++i) renaming[order.objects[i]] = i;
    return rename(state, renaming);
}

}  // namespace errata::checker
