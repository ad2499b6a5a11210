#include "checker/certify/object_numbers.h"

#include <algorithm>

namespace errata::checker {

using namespace compiler;

ObjectNumbers::ObjectNumbers(const Model& model) : model_(model) {
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const Type& type = model.types[i];
        if (!type.interchangeable || type.form != TypeForm::Enum || type.optional) continue;
        kinds_.push_back(TypeId(i));
        first_.push_back(first_.back() + static_cast<std::size_t>(type.size()));
    }
}

std::int32_t ObjectNumbers::kind_of(TypeId id) const {
    const Type& type = model_.type(id);
    const TypeId plain = type.optional ? type.base : id;
    const auto kind = std::ranges::find(kinds_, plain);
    return kind == kinds_.end() ? -1 : static_cast<std::int32_t>(kind - kinds_.begin());
}

ObjectToken ObjectNumbers::token(TypeId type, Value value) const {
    const std::int32_t kind = value < 0 ? -1 : kind_of(type);
    if (kind < 0) return {false, value};
    return {true, static_cast<Value>(first_[static_cast<std::size_t>(kind)]) + value};
}

Value ObjectNumbers::name_of(std::size_t object) const {
    const auto kind = std::ranges::upper_bound(first_, object) - first_.begin() - 1;
    return static_cast<Value>(object - first_[static_cast<std::size_t>(kind)]);
}

Profiles ObjectNumbers::strangers() const {
    Profiles result;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
        result.resize(result.size() + static_cast<std::size_t>(model_.type(kinds_[kind]).size()), kind + 1);
    return result;
}

}  // namespace errata::checker
