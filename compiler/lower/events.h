// Terms about events: what forbids an action, what ignores that, how an ability's pattern fits, its bearers.
#pragma once

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/place.h"

namespace errata::compiler {

// The clause takes part, and so does its reading.
TermId enabling(const Lowering& l, const PlacedAbility& placed);

// The bearer itself where it is one of the event's roles (`when enter(this)`): then nobody has to be looked
// for.
std::optional<TypedTerm> bearer_among(const PlacedAbility& placed, const std::vector<TypedTerm>& roles);
bool bearer_is_role(const PlacedAbility& placed);

// Who has to be looked for where an ability counts as often as somebody has it: its bearer, unless a role of
// the event is it, and who lends it the ability, if it is lent. The binders of those, the outer one first.
struct Sought {
    std::uint32_t level = 0;
    TypeId among;
    TermId found;
};

struct Bearing {
    std::vector<Sought> sought;
    TermId self;    // invalid: the ability has no bearer
    TermId lender;  // invalid: it is not lent, or whoever lends it will do
};

// Binds who is sought. `this` is not in sight yet.
template <class AnyScope>
Bearing look_for_bearer(const Lowering& l, const PlacedAbility& placed, const std::vector<TypedTerm>& roles,
                        AnyScope& scope) {
    Bearing result;
    if (!placed.bearer) return result;
    const auto sought = [&](const char* name, TypeId among) {
        const std::uint32_t level = scope.level;
        result.sought.push_back({level, among, l.terms.bind(scope, {}, name, among)});
        return result.sought.back().found;
    };
    const auto known = bearer_among(placed, roles);
    result.self = known ? known->term : sought("this", placed.bearer->on);
    if (placed.bearer->lent) result.lender = sought("lender", placed.bearer->lent->by.on);
    return result;
}

// That the ability is in function for it; true without a bearer.
TermId functions(const Lowering& l, const PlacedAbility& placed, const Bearing& bearing, const Scope& scope);

// That the ability's pattern fits and its guard holds; the scope knows the names afterwards.
TermId applies(const Lowering& l, const typed::Ability& ability, const std::vector<TypedTerm>& roles,
               Scope& scope);

// Arguments that may be anything: each a binder of its own, from the level of the scope on.
std::vector<TypedTerm> parameters(const Lowering& l, const std::vector<TypeId>& types, Scope& scope);

// That there are objects for these binders of which `body` holds; it gets the scope with their names.
template <class Body>
TermId some_objects(const Lowering& l, const std::vector<typed::Binder>& binders, Scope scope, Body body) {
    std::vector<std::pair<std::uint32_t, TypeId>> bound;
    std::vector<TermId> conjuncts;
    for (const typed::Binder& binder : binders) {
        const TypeId domain = l.terms.domain(binder.domain, scope);
        bound.emplace_back(scope.level, domain);
        const TermId object = l.terms.bind(scope, binder.local, binder.name, domain);
        conjuncts.push_back(l.terms.existing(domain, object));
    }
    conjuncts.push_back(body(scope));
    TermId all = l.pool().land(conjuncts);
    for (auto it = bound.rbegin(); it != bound.rend(); ++it)
        all = l.terms.quantified(TermKind::Exists, {all}, it->first, it->second);
    return all;
}

// Where the ability speaks: its holes are in sight, its clause is the one at hand.
Place at_ability(const PlacedAbility& placed, const Place& place);
Scope at_ability(const PlacedAbility& placed, const Scope& scope);

// `body` for each possible `this`, joined with Exists, or directly where there is no bearer or `roles` has
// it; it gets the scope with `this` and `it` bound.
template <class AnyScope, class Body>
TermId for_some_bearer(const Lowering& l, const PlacedAbility& placed, const AnyScope& scope,
                       const std::vector<TypedTerm>& roles, Body body) {
    AnyScope inner = at_ability(placed, scope);
    const TermId enabled = enabling(l, placed);
    if (!placed.bearer) return l.pool().land({enabled, body(inner)});
    const std::uint32_t level = inner.level;
    const auto known = bearer_among(placed, roles);
    const TermId self = known ? known->term : l.terms.bind(inner, {}, "this", placed.bearer->on);
    l.terms.add_bearer(inner, *placed.bearer, self);
    const TermId active = l.terms.functioning(*placed.bearer, self, inner);
    const TermId all = l.pool().land({enabled, active, body(inner)});
    return known ? all : l.terms.quantified(TermKind::Exists, {all}, level, placed.bearer->on);
}

// What prohibits the action with these roles, one term per prohibition.
std::vector<std::pair<TermId, ClauseId>> prohibitions(const Lowering& l, ActionId action,
                                                      const std::vector<TypedTerm>& roles, const Scope& scope,
                                                      dsl::Span span);

// Is a prohibition or replacement of the event ignored by something?
TermId ignored(const Lowering& l, ActionId action, const PlacedAbility& what,
               const std::vector<TypedTerm>& roles, const Scope& scope);

}  // namespace errata::compiler
