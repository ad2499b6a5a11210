#include "compiler/lower/pending.h"

#include <algorithm>

#include "compiler/lower/events.h"
#include "compiler/lower/items.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

// The set of bearers that catch it, or whether it is caught.
TypedTerm caught_by(const Lowering& l, const PlacedAbility& placed, const std::vector<TypedTerm>& roles,
                    Place inner, bool unknown_bearer) {
    std::vector<TermId> conjuncts{enabling(l, placed)};
    const std::uint32_t level = inner.level;
    TermId self;
    if (placed.bearer) {
        const auto known = bearer_among(placed, roles);
        self = known ? known->term : l.terms.bind(inner, {}, "this", placed.bearer->on);
        l.terms.add_bearer(inner, *placed.bearer, self);
        conjuncts.push_back(l.terms.functioning(*placed.bearer, self, inner));
    }
    conjuncts.push_back(applies(l, *placed.ability, roles, inner));
    const TermId condition = l.pool().land(conjuncts);
    if (!unknown_bearer) return {condition, l.names.vocabulary.bool_type};
    const TypeId on = placed.bearer->on;
    const TermId bit = bit_of(l, self, on);
    return {l.terms.quantified(TermKind::Sum, {condition, bit}, level, on), l.model.types.set_of(on)};
}

Caught look_back_once(const Lowering& l, const PlacedAbility& placed, const std::vector<TypedTerm>& roles,
                      Fixed& fixed) {
    TermPool& pool = l.pool();
    Caught result;
    const auto known = bearer_among(placed, roles);
    const bool unknown = placed.bearer && !known;
    const TypedTerm condition = caught_by(l, placed, roles, at_ability(placed, fixed.place()), unknown);
    result.condition = fixed.keep({}, "(caught)", condition, condition.type).term;
    // What is given may be about the bearer: where that has to be found, it is fixed for each that there may
    // be. It is asked for only where the trigger is caught.
    const Value bearers = unknown && !placed.ability->given.empty() ? l.type(placed.bearer->on).size() : 1;
    for (Value i = 0; i < bearers; ++i) {
        result.given.emplace_back();
        TermId caught = result.condition;
        if (unknown) caught = pool.make(TermKind::SetHas, {caught, pool.constant(i)});
        for (const typed::Given& given : placed.ability->given) {
            Place about = at_ability(placed, fixed.place());
            if (placed.bearer)
                l.terms.add_bearer(about, *placed.bearer, unknown ? pool.constant(i) : known->term);
            l.terms.match(placed.ability->params, roles, about);
            const TypedTerm value = l.terms.value(given.value, about);
            const TermId otherwise = pool.constant(initial_value(l.type(value.type)));
            const TermId term = pool.make(TermKind::Ite, {caught, value.term, otherwise});
            result.given.back().push_back(fixed.keep({}, "(given)", {term, value.type}, value.type));
        }
    }
    return result;
}

// One that looks back and whose given values differ by bearer: one instance for each.
CodeId pend_each_bearer(const Lowering& l, const Listener& listener, const Code& node, const Caught& before) {
    TermPool& pool = l.pool();
    const ClauseId clause = listener.placed.clause;
    std::vector<CodeId> parts;
    for (std::size_t bearer = 0; bearer < before.given.size(); ++bearer) {
        Code own = node;
        const TermId whose = pool.constant(static_cast<Value>(bearer));
        own.terms[0] = whose;
        for (const TypedTerm& given : before.given[bearer])
            own.terms.push_back(alive(l, given.term, given.type));
        std::vector<TermId> caught{pool.make(TermKind::SetHas, {before.condition, whose})};
        std::vector<CodeId> code;
        if (listener.limit) {
            caught.push_back(is_below(l, *listener.limit, {whose}, listener.most));
            code.push_back(increase(l, *listener.limit, {whose}, pool.constant(1), clause));
        }
        code.push_back(l.model.flow.code.add(std::move(own)));
        parts.push_back(if_else(l, pool.land(caught), sequence(l, std::move(code)), nothing(l), clause));
    }
    return sequence(l, std::move(parts));
}

CodeId pend_one(const Lowering& l, const Listener& listener, const std::vector<TypedTerm>& roles,
                const Caught* before, const Place& place) {
    TermPool& pool = l.pool();
    const PlacedAbility& placed = listener.placed;
    const typed::Ability& ability = *placed.ability;
    Place inner = at_ability(placed, place);
    Code node;
    node.kind = CodeKind::Pend;
    node.trigger = listener.trigger;
    node.clause = placed.clause;
    const std::uint32_t level = inner.level;
    std::vector<TermId> conjuncts;
    if (!before) conjuncts.push_back(enabling(l, placed));
    const auto known = bearer_among(placed, roles);
    const bool searched = placed.bearer && !known;
    TermId self;
    if (placed.bearer) {
        const TypeId on = placed.bearer->on;
        self = known ? known->term : l.terms.bind(inner, {}, "this", on);
        l.terms.add_bearer(inner, *placed.bearer, self);
        if (!before) conjuncts.push_back(l.terms.functioning(*placed.bearer, self, inner));
        node.terms.push_back(known ? alive(l, self, on) : self);
    }
    const TermId fits = l.terms.match(ability.params, roles, inner);
    if (before) {
        conjuncts.push_back(searched ? pool.make(TermKind::SetHas, {before->condition, self})
                                     : before->condition);
    } else {
        conjuncts.push_back(fits);
        conjuncts.push_back(l.terms.all(ability.guard, inner));
    }
    for (const std::size_t role : listener.roles)
        node.terms.push_back(alive(l, roles[role].term, roles[role].type));
    if (before && before->given.size() > 1) return pend_each_bearer(l, listener, node, *before);
    if (before) {
        for (const TypedTerm& given : before->given.front())
            node.terms.push_back(alive(l, given.term, given.type));
    } else {
        for (const typed::Given& given : ability.given)
            node.terms.push_back(l.terms.term(given.value, inner));
    }
    std::vector<CodeId> instance;
    if (listener.limit) {
        const std::vector<TermId> whose = placed.bearer ? std::vector<TermId>{self} : std::vector<TermId>{};
        conjuncts.push_back(is_below(l, *listener.limit, whose, listener.most));
        instance.push_back(increase(l, *listener.limit, whose, pool.constant(1), placed.clause));
    }
    instance.push_back(l.model.flow.code.add(std::move(node)));
    const TermId condition = pool.land(conjuncts);
    const CodeId pends = sequence(l, std::move(instance));
    return searched ? for_each(l, level, placed.bearer->on, condition, pends, placed.clause)
                    : if_else(l, condition, pends, nothing(l), placed.clause);
}

}  // namespace

std::vector<Caught> look_back(const Lowering& l, const std::vector<Listener>& listeners,
                              const std::vector<TypedTerm>& roles, Fixed& fixed) {
    std::vector<Caught> result;
    for (const Listener& listener : listeners) {
        const bool looks_back = listener.placed.ability->event.looking_back;
        result.push_back(looks_back ? look_back_once(l, listener.placed, roles, fixed) : Caught{});
    }
    return result;
}

CodeId pend(const Lowering& l, const std::vector<Listener>& listeners, const std::vector<TypedTerm>& roles,
            const std::vector<Caught>& before, const Place& place) {
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < listeners.size(); ++i) {
        const bool looks_back = listeners[i].placed.ability->event.looking_back && i < before.size();
        parts.push_back(pend_one(l, listeners[i], roles, looks_back ? &before[i] : nullptr, place));
    }
    return sequence(l, std::move(parts));
}

CodeId pend_hooks(const Lowering& l, Value phase, const Place& place) {
    const auto hooks = l.arranged.hooks.find(phase);
    const CodeId waiting = pend_waiting(l, {true, static_cast<std::size_t>(phase)}, {}, {}, place);
    if (hooks == l.arranged.hooks.end()) return waiting;
    return sequence(l, {pend(l, hooks->second, {}, {}, place), waiting});
}

CodeId catch_state_trigger(const Lowering& l, const Listener& listener, const Place& place) {
    Code instance;
    instance.kind = CodeKind::Pend;
    instance.trigger = listener.trigger;
    instance.clause = place.clause;
    std::vector<TermId> whose;
    if (const Bound* const self = place.find(typed::this_local)) whose.push_back(self->value.term);
    instance.terms = whose;
    for (const typed::Given& given : listener.placed.ability->given)
        instance.terms.push_back(l.terms.term(given.value, place));
    const CodeId under_way = set(l, *listener.limit, whose, l.pool().truth(true), place.clause);
    return sequence(l, {l.model.flow.code.add(std::move(instance)), under_way});
}

CodeId end_state_trigger(const Lowering& l, const Listener& listener) {
    const PlacedAbility& placed = listener.placed;
    const Place place = item_place(l, listener.trigger, placed);
    const Bound* const self = placed.bearer ? place.find(typed::this_local) : nullptr;
    const std::vector<TermId> whose = self ? std::vector<TermId>{self->value.term} : std::vector<TermId>{};
    const CodeId over = set(l, *listener.limit, whose, l.pool().truth(false), placed.clause);
    const CodeId ends = leaf(l, CodeKind::Return);
    if (!self || !is_mortal(l, placed.bearer->on)) return sequence(l, {over, ends});
    const TermId gone = l.pool().equal(self->value.term, l.pool().constant(none_value));
    return sequence(l, {if_else(l, gone, nothing(l), over, placed.clause), ends});
}

CodeId rulings(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles, const Place& place) {
    const std::vector<TermId> about = dsl::mapped(roles, &TypedTerm::term);
    std::vector<CodeId> parts;
    for (const AfterRuling& after : l.arranged.actions[action.index].rulings) {
        Place inner = inside(place);
        inner.clause = after.clause;
        const TermId fits = l.terms.match(after.ruling->params, roles, inner);
        const TermId premise = l.terms.all(after.ruling->premise, inner);
        const TermId holds = l.terms.term(after.ruling->holds, inner);
        const TermId enabled = l.pool().make(TermKind::Enabled, {}, after.clause.index);
        // Two conditions, so that play knows whether what the ruling speaks of has happened.
        const CodeId fails = report(l, after.incident, after.clause, about);
        const CodeId said = if_else(l, holds, nothing(l), fails, after.clause);
        const TermId speaks = l.pool().land({enabled, fits, premise});
        parts.push_back(if_else(l, speaks, said, nothing(l), after.clause));
    }
    return sequence(l, std::move(parts));
}

CodeId rulings_at_the_end(const Lowering& l, const Place& place) {
    std::vector<CodeId> parts;
    for (std::size_t i = place.under_way.size(); i-- > 0;) {
        const CountedAs& event = place.under_way[i];
        const CodeId said = rulings(l, event.action, event.roles, place);
        parts.push_back(if_else(l, event.condition, said, nothing(l), event.clause));
    }
    return sequence(l, std::move(parts));
}

}  // namespace errata::compiler
