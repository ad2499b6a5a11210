#include "checker/paths/path_values.h"

#include <algorithm>
#include <utility>

namespace errata::checker {

using namespace compiler;

void PathRecord::refuse(std::string what, PathPlace place) {
    if (refused()) return;
    refusal = std::move(what);
    refused_at = place;
}

void PathRecord::at_most_zero(const Linear& form, PathPlace place, bool pinned) {
    if (form.is_constant()) {
        if (form.constant > 0) refuse("what holds only sometimes", place);
        return;
    }
    const auto known = std::ranges::find_if(conditions, [&](const PathCondition& one) {
        return one.form == form && one.place.term == place.term;
    });
    if (known == conditions.end()) {
        conditions.push_back({form, place, pinned});
    } else {
        known->pinned = known->pinned && pinned;
    }
}

void PathRecord::zero(const Linear& form, PathPlace place, bool pinned) {
    at_most_zero(form, place, pinned);
    at_most_zero(checked(scaled(form, -1), place), place, pinned);
}

Linear PathRecord::checked(const std::optional<Linear>& form, PathPlace place) {
    if (!form) refuse("numbers beyond 64 bits", place);
    return form.value_or(Linear{});
}

Value PathRecord::pinned(const PathValue& value, PathPlace place) {
    if (!value.is_fixed()) zero(checked(sum(value.form, {value.now}, -1), place), place, true);
    return value.now;
}

bool PathRecord::at_most(const PathValue& a, const PathValue& b, PathPlace place) {
    const bool holds = a.now <= b.now;
    if (a.is_fixed() && b.is_fixed()) return holds;
    const Linear difference =
        holds ? checked(sum(a.form, b.form, -1), place) : checked(sum(b.form, a.form, -1), place);
    at_most_zero(holds ? difference : checked(sum(difference, {1}), place), place);
    return holds;
}

bool PathRecord::equal(const PathValue& a, const PathValue& b, PathPlace place) {
    if (a.now == b.now) {
        if (!a.is_fixed() || !b.is_fixed()) zero(checked(sum(a.form, b.form, -1), place), place);
        return true;
    }
    if (a.now < b.now) {
        at_most({a.now + 1, checked(sum(a.form, {1}), place)}, b, place);
    } else {
        at_most({b.now + 1, checked(sum(b.form, {1}), place)}, a, place);
    }
    return false;
}

}  // namespace errata::checker
