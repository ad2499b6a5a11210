#include "checker/explicit/twin_moves.h"

#include <algorithm>

#include "compiler/ir/alike.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Objects that an object is compared with: those that are more different are taken one by one.
constexpr std::size_t most_compared = 64;

// The interchangeable type whose objects a type's values are, if they are.
TypeId objects_of(const Model& model, TypeId id) {
    const Type& type = model.type(id);
    const TypeId object = type.optional ? type.base : id;
    return model.type(object).interchangeable ? object : TypeId();
}

}  // namespace

Value TwinMoves::first_twin(TypeId type, Value object) {
    Known& known = known_[type];
    if (const auto asked = known.first.find(object); asked != known.first.end()) return asked->second;
    const auto is_twin = [&](Value other) { return are_alike(model_, from_, type, other, object, 0); };
    const auto twin = std::ranges::find_if(known.told_apart, is_twin);
    const Value first = twin == known.told_apart.end() ? object : *twin;
    if (first == object && known.told_apart.size() < most_compared) known.told_apart.push_back(object);
    known.first.emplace(object, first);
    return first;
}

std::vector<Value> TwinMoves::shares(const PointOption& option, Value split) {
    std::vector<Value> result;
    for (const TableId id : option.shares) {
        const Table& table = model_.functions.tables[id.index];
        const TypeId kind = table.params.back();
        const auto size = static_cast<std::size_t>(model_.type(kind).size());
        const TypeId objects = objects_of(model_, kind);
        std::vector<std::pair<Value, Value>> given;
        for (std::size_t i = 0; i < size; ++i) {
            const Value share = table.values[static_cast<std::size_t>(split) * size + i];
            const auto object = static_cast<Value>(i);
            if (share > 0)
                given.emplace_back(objects.is_valid() ? first_twin(objects, object) : object, share);
        }
        std::ranges::sort(given);
        result.push_back(static_cast<Value>(given.size()));
        for (const auto& [object, share] : given) result.insert(result.end(), {object, share});
    }
    return result;
}

std::optional<std::vector<Value>> TwinMoves::pattern(const Move& move) {
    if (move.kind != MoveKind::Option || !move.outcomes.empty()) return std::nullopt;
    const PointOption& option = model_.flow.points[move.point.index].options[move.option];
    std::vector<Value> result{move.point.index, move.option};
    if (!option.shares.empty()) {
        const std::vector<Value> given = shares(option, move.bindings.front());
        result.insert(result.end(), given.begin(), given.end());
        return result;
    }
    std::vector<std::pair<TypeId, Value>> taken;
    for (std::size_t i = 0; i < option.binders.size(); ++i) {
        const TypeId type = option.binders[i].type;
        if (model_.type(type).form == TypeForm::Set) return std::nullopt;
        const Value value = move.bindings[i];
        const TypeId objects = objects_of(model_, type);
        if (!objects.is_valid() || value == none_value) {
            result.push_back(value);
            continue;
        }
        // Which twins, and which of the objects taken are one.
        const std::pair object(objects, value);
        const auto before = std::ranges::find(taken, object);
        result.push_back(first_twin(objects, value));
        result.push_back(before - taken.begin());
        if (before == taken.end()) taken.push_back(object);
    }
    if (taken.empty()) return std::nullopt;
    return result;
}

}  // namespace errata::checker
