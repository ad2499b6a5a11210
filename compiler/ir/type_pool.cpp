#include "compiler/ir/type_pool.h"

#include <algorithm>

namespace errata::compiler {

void TypePool::forget_from(std::size_t first) {
    const auto is_behind = [&](const auto& known) { return known.second.index >= first; };
    std::erase_if(optional_of_, is_behind);
    std::erase_if(set_of_, is_behind);
    std::erase_if(ranges_, is_behind);
    types_.erase(types_.begin() + static_cast<std::ptrdiff_t>(first), types_.end());
}

TypeId TypePool::optional(TypeId base) {
    if ((*this)[base].optional) return base;
    const auto found = optional_of_.find(base);
    if (found != optional_of_.end()) return found->second;
    Type made = (*this)[base];
    made.optional = true;
    made.lo = none_value;
    made.name += "?";
    made.base = base;
    const TypeId id = add(std::move(made));
    optional_of_[base] = id;
    return id;
}

TypeId TypePool::set_of(TypeId element) {
    const auto found = set_of_.find(element);
    if (found != set_of_.end()) return found->second;
    Type made;
    made.form = TypeForm::Set;
    made.name = "set of " + name(element);
    made.hi = (Value{1} << std::clamp<Value>((*this)[element].size(), 0, most_set_elements)) - 1;
    made.element = element;
    const TypeId id = add(std::move(made));
    set_of_[element] = id;
    return id;
}

TypeId TypePool::range(Value lo, Value hi) {
    const auto found = ranges_.find({lo, hi});
    if (found != ranges_.end()) return found->second;
    Type made;
    made.form = TypeForm::Range;
    made.name = std::to_string(lo) + ".." + std::to_string(hi);
    made.lo = lo;
    made.hi = hi;
    const TypeId id = add(std::move(made));
    ranges_[{lo, hi}] = id;
    return id;
}

bool TypePool::fits(TypeId from, TypeId to) const {
    if (!from.is_valid() || !to.is_valid()) return true;
    if (is_numeric(from) && is_numeric(to)) return true;
    const TypeId a = base(from);
    const TypeId b = base(to);
    if (a == b) return true;
    return (*this)[a].form == TypeForm::Set && (*this)[b].form == TypeForm::Set &&
           base((*this)[a].element) == base((*this)[b].element);
}

Phrase TypePool::named(TypeId id, Value value) const {
    if (!id.is_valid()) return std::to_string(value);
    const Type& type = (*this)[id];
    if (type.optional && value == none_value) return "none";
    if (type.form == TypeForm::Set) {
        const Value first = type.element.is_valid() ? (*this)[type.element].first() : 0;
        std::vector<Phrase> members;
        for (Value bit = 0; bit < most_set_elements; ++bit) {
            if ((value >> bit & 1) != 0) members.push_back(named(type.element, first + bit));
        }
        return "{" + join(members, ", ") + "}";
    }
    const auto position = static_cast<std::size_t>(value);
    if (value >= 0 && position < type.spelled.size()) return type.spelled[position];
    if (value >= 0 && position < type.labels.size())
        return Phrase(type.labels[position], Thing{base(id), value});
    return std::to_string(value);
}

}  // namespace errata::compiler
