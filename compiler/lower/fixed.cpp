#include "compiler/lower/fixed.h"

namespace errata::compiler {

TypedTerm Fixed::keep(typed::LocalId local, const std::string& name, const TypedTerm& value, TypeId type) {
    // An object that is named may leave before what stops goes on: then it is a reference like any other.
    const TermPool& pool = l_.pool();
    const bool may_leave = stops_ && is_mortal(l_, type) && pool.is_constant(value.term) &&
                           pool[value.term].payload != none_value;
    if (is_fixed_value(l_, value.term) && !may_leave) {
        place_.add(local, name, {value.term, type});
        return {value.term, type};
    }
    const bool is_numeric = l_.model.types.is_numeric(type);
    const TypeId stored = storable(l_, {value.term, is_numeric ? value.type : type});
    const TypeId kept =
        l_.type(value.type).optional ? l_.model.types.optional(l_.model.types.base(stored)) : stored;
    if (stops_) {
        const std::uint32_t reg = claim_register(l_, place_, local, name, kept);
        place_.live.back().internal = !local.is_valid();
        before_.push_back(set_register(l_, reg, value.term));
    } else {
        const std::uint32_t level = place_.level;
        l_.terms.bind(place_, local, name, kept);
        lets_.push_back({level, value.term, {}});
    }
    return place_.locals.back().value;
}

TypedTerm Fixed::keep_awaiting(AwaitedEvent event, const std::vector<TypedTerm>& roles, TypeId type) {
    ToDo::Await awaits{{}, event, roles, place_};
    const TermId empty = l_.pool().constant(0);
    if (stops_) {
        const std::uint32_t reg = claim_internal(l_, place_, "awaiting", type);
        awaits.place = set_register(l_, reg, empty);
        before_.push_back(awaits.place);
        l_.to_do.awaits.push_back(std::move(awaits));
    } else {
        const std::uint32_t level = place_.level;
        l_.terms.bind(place_, {}, "(awaiting)", type);
        lets_.push_back({level, empty, std::move(awaits)});
    }
    return place_.locals.back().value;
}

CodeId Fixed::around(CodeId code) {
    for (auto it = lets_.rbegin(); it != lets_.rend(); ++it) {
        code = let(l_, it->level, it->value, code);
        if (!it->awaits) continue;
        it->awaits->place = code;
        l_.to_do.awaits.push_back(std::move(*it->awaits));
    }
    lets_.clear();
    before_.push_back(code);
    return sequence(l_, std::move(before_));
}

}  // namespace errata::compiler
