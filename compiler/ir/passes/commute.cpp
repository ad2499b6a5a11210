#include "compiler/ir/passes/commute.h"

#include <algorithm>
#include <map>
#include <span>

#include "compiler/ir/passes/disjoint_sets.h"
#include "compiler/ir/passes/footprint.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

namespace {

// Two instances of one ForEach have different objects; those of different children may have the same one.
bool are_apart(const Model& model, const Access& a, const Access& b, bool same_child) {
    if (same_child && (a.own & b.own) != 0) return true;
    for (std::size_t i = 0; i < std::min(a.arguments.size(), b.arguments.size()); ++i) {
        const Term& left = model.terms[a.arguments[i]];
        const Term& right = model.terms[b.arguments[i]];
        if (left.kind == TermKind::Const && right.kind == TermKind::Const && left.payload != right.payload)
            return true;
    }
    return false;
}

// What one of them puts there is what the other one leaves there anyway.
bool ends_with(const Model& model, const Access& put, const Access& other) {
    if (put.touch != Touch::Put) return false;
    if (other.touch == Touch::Saturate) return put.value == other.value;  // their bound
    const bool takes =
        other.touch == Touch::Drop || other.touch == Touch::Lose || other.touch == Touch::Erase;
    if (!takes || put.place >= model.variables.size()) return false;
    const bool is_set = model.type(model.variables[put.place].type).form == TypeForm::Set;
    const Term& value = model.terms[put.value];
    return value.kind == TermKind::Const && value.payload == (is_set ? 0 : none_value);
}

bool is_one_value(const Access& a, const Access& b) { return a.value == b.value && a.names == b.names; }

// Two changes of one place, one after the other, that come to the same in either order.
bool in_any_order(const Model& model, const Access& a, const Access& b) {
    if (ends_with(model, a, b) || ends_with(model, b, a)) return true;
    const std::pair<Touch, Touch> both = std::minmax(a.touch, b.touch);
    if (both == std::pair(Touch::Gain, Touch::Insert) || both == std::pair(Touch::Lose, Touch::Erase) ||
        both == std::pair(Touch::Lose, Touch::Drop))
        return true;
    if (a.touch != b.touch) return false;
    switch (a.touch) {
        case Touch::Read:
        case Touch::Drop:
        case Touch::Gain:
        case Touch::Lose:
        case Touch::Insert:
        case Touch::Erase:
            return true;
        case Touch::Write:
            return false;
        case Touch::Add:
            return a.sign == b.sign && a.sign != 0;
        case Touch::Put:
            return is_one_value(a, b);
        case Touch::Saturate:
            return a.value == b.value && a.sign == b.sign;
        case Touch::Apply:
            return is_one_value(a, b) && a.arguments == b.arguments;
    }
    return false;
}

// How a Simultaneously block collects a change of a cell: each way for itself.
enum class Collected { Reset, Set, Added, Gained, Lost, Gone };
Collected collected(const Access& access) {
    if (access.touch == Touch::Lose && access.is_reset) return Collected::Gone;
    if (access.is_reset) return Collected::Reset;
    if (access.touch == Touch::Add) return Collected::Added;
    if (access.touch == Touch::Gain) return Collected::Gained;
    return access.touch == Touch::Lose ? Collected::Lost : Collected::Set;
}

// At one moment all read the state before, and only two values or a member gained and lost are in conflict.
bool at_one_moment(const Model& model, const Access& a, const Access& b) {
    if (a.touch == Touch::Read || b.touch == Touch::Read) return true;
    const std::pair<Collected, Collected> both = std::minmax({collected(a), collected(b)});
    if (both.first != both.second) return both != std::pair(Collected::Gained, Collected::Lost);
    if (both.first != Collected::Reset && both.first != Collected::Set) return true;
    if (a.touch != b.touch) {
        const bool drops = a.touch == Touch::Drop || b.touch == Touch::Drop;
        return drops && (ends_with(model, a, b) || ends_with(model, b, a));
    }
    if (a.touch == Touch::Insert || a.touch == Touch::Erase) return false;
    const bool is_one_amount = a.amount.is_valid() && a.amount == b.amount;
    return in_any_order(model, a, b) && (a.touch != Touch::Saturate || is_one_amount);
}

// One pends what may refer to the object that the other one forgets.
bool may_forget(const Footprint& a, const Footprint& b, bool same_child) {
    return std::ranges::any_of(a.pended, [&](const Reference& pended) {
        return std::ranges::any_of(b.forgotten, [&](const Reference& forgotten) {
            const bool are_apart = same_child && pended.is_own && forgotten.is_own;
            return pended.kind == forgotten.kind && !are_apart;
        });
    });
}

bool commute(const Model& model, const Footprint& a, const Footprint& b, bool same_child, bool at_once) {
    if (!a.is_known || !b.is_known) return false;
    // At once what leaves is forgotten at the end, by all that was pended.
    if (!at_once && (may_forget(a, b, same_child) || may_forget(b, a, same_child))) return false;
    for (const Access& left : a.accesses) {
        // Ordered by place: those of one place stand together.
        Access from;
        from.place = left.place;
        for (auto right = b.accesses.lower_bound(from);
             right != b.accesses.end() && right->place == left.place; ++right) {
            const bool any = at_once ? at_one_moment(model, left, *right) : in_any_order(model, left, *right);
            if (!any && !are_apart(model, left, *right, same_child)) return false;
        }
    }
    return true;
}

// What an instance's condition requires things to be: term and value.
std::map<TermId, Value> required(const Model& model, const Code& instance) {
    std::map<TermId, Value> result;
    std::vector<TermId> open{instance.terms[0]};
    while (!open.empty()) {
        const Term& term = model.terms[open.back()];
        open.pop_back();
        if (term.kind == TermKind::And) open.insert(open.end(), term.children.begin(), term.children.end());
        if (term.kind != TermKind::Equal) continue;
        for (const std::size_t side : {0U, 1U}) {
            const Term& value = model.terms[term.children[side]];
            if (value.kind == TermKind::Const) result.emplace(term.children[1 - side], value.payload);
        }
    }
    return result;
}

bool is_written(const Footprint& footprint, std::uint32_t place) {
    Access from;
    from.place = place;
    auto access = footprint.accesses.lower_bound(from);
    while (access != footprint.accesses.end() && access->place == place && access->touch == Touch::Read)
        ++access;
    return access != footprint.accesses.end() && access->place == place;
}

// May the instance give this value to some cell of the place?
bool may_become(const Model& model, const Footprint& footprint, std::uint32_t place, Value wanted) {
    Access from;
    from.place = place;
    auto access = footprint.accesses.lower_bound(from);
    for (; access != footprint.accesses.end() && access->place == place; ++access) {
        if (access->touch == Touch::Read) continue;
        if (access->touch != Touch::Put || model.terms[access->value].kind != TermKind::Const) return true;
        if (model.terms[access->value].payload == wanted) return true;
    }
    return false;
}

// Is the term one cell or register, whatever the instance does, to which it does not give this value?
bool stays_away(const Model& model, TermId id, Value wanted, const Footprint& footprint) {
    if (!footprint.is_known) return false;
    const Term& term = model.terms[id];
    if (term.kind != TermKind::Cell && term.kind != TermKind::Register) return false;
    for (const TermId child : term.children) {
        const Term& argument = model.terms[child];
        if (argument.kind == TermKind::Const) continue;
        const auto place =
            static_cast<std::uint32_t>(model.variables.size() + static_cast<std::size_t>(argument.payload));
        if (argument.kind != TermKind::Register || is_written(footprint, place)) return false;
    }
    const std::size_t first = term.kind == TermKind::Cell ? 0 : model.variables.size();
    return !may_become(model, footprint,
                       static_cast<std::uint32_t>(first + static_cast<std::size_t>(term.payload)), wanted);
}

bool exclude_each_other(const Model& model, const Code& a, const Code& b, const Footprint& of_a,
                        const Footprint& of_b) {
    const std::map<TermId, Value> wanted_by_a = required(model, a);
    for (const auto& [term, wanted] : required(model, b)) {
        const auto other = wanted_by_a.find(term);
        if (other == wanted_by_a.end() || other->second == wanted) continue;
        if (stays_away(model, term, wanted, of_a) && stays_away(model, term, other->second, of_b))
            return true;
    }
    return false;
}

}  // namespace

std::vector<Group> groups(const Model& model, const Code& any_order) {
    const std::size_t count = any_order.children.size();
    const auto node = [&](std::size_t child) -> const Code& {
        return model.flow.code[any_order.children[child]];
    };
    std::vector<Footprint> footprints;
    for (const CodeId child : any_order.children) footprints.push_back(footprint(model, child));
    DisjointSets together(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (together.find(i) == together.find(k)) continue;
            if (!commute(model, footprints[k], footprints[i], false, false) &&
                !exclude_each_other(model, node(k), node(i), footprints[k], footprints[i]))
                together.join(i, k);
        }
    }
    std::map<std::size_t, Group> result;
    for (std::size_t i = 0; i < count; ++i) result[together.find(i)].children.push_back(i);
    std::vector<Group> in_order;
    for (auto& [first, group] : result) {
        const bool is_loop = node(first).kind == CodeKind::ForEach;
        group.commutes = group.children.size() == 1 &&
                         (!is_loop || commute(model, footprints[first], footprints[first], true, false));
        in_order.push_back(std::move(group));
    }
    return in_order;
}

bool commutes_at_once(const Model& model, CodeId loop) {
    const Footprint instance = footprint(model, loop);
    return commute(model, instance, instance, true, true);
}

}  // namespace errata::compiler
