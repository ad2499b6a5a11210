#include "compiler/lower/pending.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "compiler/lower/events.h"
#include "compiler/lower/items.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::AbilityKind;

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

namespace {

// The set of those who are sought and for whom it is caught, or whether it is caught. A bearer that has to be
// looked for catches it once, however many lend it the ability.
TypedTerm caught_by(const Lowering& l, const PlacedAbility& placed, const std::vector<TypedTerm>& roles,
                    Place inner) {
    std::vector<TermId> conjuncts{enabling(l, placed)};
    const Bearing bearing = look_for_bearer(l, placed, roles, inner);
    conjuncts.push_back(functions(l, placed, bearing, inner));
    if (placed.bearer) l.terms.add_bearer(inner, *placed.bearer, bearing.self);
    conjuncts.push_back(applies(l, *placed.ability, roles, inner));
    TermId condition = l.pool().land(conjuncts);
    if (bearing.sought.empty()) return {condition, l.names.vocabulary.bool_type};
    if (bearing.sought.size() > 1)
        condition = l.terms.quantified(TermKind::Exists, {condition}, bearing.sought[1].level,
                                       bearing.sought[1].among);
    const Sought& sought = bearing.sought[0];
    const TermId bit = bit_of(l, sought.found, sought.among);
    return {l.terms.quantified(TermKind::Sum, {condition, bit}, sought.level, sought.among),
            l.model.types.set_of(sought.among)};
}

Caught look_back_once(const Lowering& l, const PlacedAbility& placed, const std::vector<TypedTerm>& roles,
                      Fixed& fixed) {
    TermPool& pool = l.pool();
    Caught result;
    const auto known = bearer_among(placed, roles);
    const bool unknown = placed.bearer && !known;
    const TypedTerm condition = caught_by(l, placed, roles, at_ability(placed, fixed.place()));
    result.condition = fixed.keep({}, "(caught)", condition, condition.type).term;
    // What is given may be about the bearer: where that has to be found, it is fixed for each that there may
    // be. It is asked for only where the trigger is caught.
    const Value bearers = unknown && !placed.ability->given.empty() ? l.type(placed.bearer->on).size() : 1;
    for (Value i = 0; i < bearers; ++i) {
        result.given.emplace_back();
        TermId caught = result.condition;
        if (unknown) caught = pool.make(TermKind::SetHas, {caught, pool.constant(i)});
        if (known && placed.bearer->lent) caught = pool.lnot(pool.equal(caught, pool.constant(0)));
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
    std::vector<TermId> conjuncts;
    if (!before) conjuncts.push_back(enabling(l, placed));
    const Bearing bearing = look_for_bearer(l, placed, roles, inner);
    if (!before) conjuncts.push_back(functions(l, placed, bearing, inner));
    if (placed.bearer) {
        l.terms.add_bearer(inner, *placed.bearer, bearing.self);
        node.terms.push_back(bearer_among(placed, roles) ? alive(l, bearing.self, placed.bearer->on)
                                                         : bearing.self);
    }
    const TermId fits = l.terms.match(ability.params, roles, inner);
    if (before) {
        conjuncts.push_back(bearing.sought.empty()
                                ? before->condition
                                : pool.make(TermKind::SetHas, {before->condition, bearing.sought[0].found}));
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
        const std::vector<TermId> whose =
            placed.bearer ? std::vector<TermId>{bearing.self} : std::vector<TermId>{};
        conjuncts.push_back(is_below(l, *listener.limit, whose, listener.most));
        instance.push_back(increase(l, *listener.limit, whose, pool.constant(1), placed.clause));
    }
    instance.push_back(l.model.flow.code.add(std::move(node)));
    const TermId condition = pool.land(conjuncts);
    CodeId pends = sequence(l, std::move(instance));
    if (bearing.sought.empty()) return if_else(l, condition, pends, nothing(l), placed.clause);
    // What was caught before is a set of the first of those who are sought.
    const std::size_t loops = before ? 1 : bearing.sought.size();
    for (std::size_t i = loops; i-- > 0;) {
        const Sought& sought = bearing.sought[i];
        const bool is_inner = i + 1 == loops;  // only there the clause speaks
        pends = for_each(l, sought.level, sought.among, is_inner ? condition : l.pool().truth(true), pends,
                         is_inner ? placed.clause : ClauseId{});
    }
    return pends;
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

static AwaitedEvent awaited_phase(PhaseMoment moment) {
    return {true, static_cast<std::size_t>(moment.phase), moment.at_end};
}

CodeId pend_hooks(const Lowering& l, PhaseMoment moment, const Place& place) {
    const auto hooks = l.arranged.hooks.find(moment);
    const CodeId waiting = pend_waiting(l, awaited_phase(moment), {}, {}, place);
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

namespace {

// `later`: an ability that waits for one event. Waiting instances lie in slots, with what was in sight when
// they were made; when the event comes, each goes to the pending bag and its slot is free again.

constexpr Value default_slots = 2;

AwaitedEvent awaited_by(const typed::Ability& ability) {
    if (ability.kind == AbilityKind::Trigger) return {false, ability.event.action.index};
    return awaited_phase({ability.event.phase, ability.event.at_end});
}

// What the ability speaks about: a value that nothing changes, or the type of what is kept while it waits.
std::vector<Bound> captured_by(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    std::vector<Bound> captured;
    for (const typed::LocalId local : stmt.captures) {
        const Bound* const bound = place.find(local);
        if (!bound) continue;
        const TermId value = bound->value.term;
        const bool may_leave = is_mortal(l, bound->value.type) && l.pool()[value].payload != none_value;
        const bool lasts = l.pool().is_constant(value) && !may_leave;
        captured.push_back(lasts ? *bound
                                 : Bound{bound->local, bound->name, {{}, storable(l, bound->value)}});
    }
    return captured;
}

// "Loan, put off": numbered where a clause puts off several things.
std::string name_of_what_waits(const Lowering& l, ClauseId clause) {
    const std::string name = l.clause_name(clause) + ", put off";
    const auto others = std::ranges::count_if(l.memory.waiting, [&](const Waiting& other) {
        return l.clause_name(other.clause) == l.clause_name(clause);
    });
    return others == 0 ? name : name + " " + std::to_string(others + 1);
}

// The places of one: variables of its slots, and the arguments of its trigger.
Waiting declare_slots(const Lowering& l, const typed::Ability& ability, std::vector<Bound> captured,
                      const Place& place) {
    Waiting made;
    made.ability = &ability;
    made.captured = std::move(captured);
    made.holes = place.holes;
    made.printed = place.printed;
    made.clause = place.clause;
    const auto& scope = l.names.vocabulary.scope;
    const auto bound = scope.find("later");
    const Value slots = std::max<Value>(1, bound == scope.end() ? default_slots : bound->second);
    made.slots = l.model.types.range(0, slots - 1);
    const std::string name = name_of_what_waits(l, place.clause);
    const auto column = [&](const std::string& what, TypeId type, Value initial) {
        const VarId var = add_kept(l, name + ": " + what, {made.slots}, type, initial, ability.span);
        l.model.variables[var.index].waits_for = static_cast<std::uint32_t>(l.memory.waiting.size() + 1);
        return var;
    };
    made.waiting = column("waiting", l.names.vocabulary.bool_type, 0);
    Trigger trigger;
    trigger.name = l.clause_name(place.clause);
    trigger.clause = place.clause;
    trigger.put_off = l.reporter.excerpt(ability.span);
    for (const Bound& one : made.captured) {
        made.values.emplace_back();
        if (one.value.term.is_valid()) continue;
        const TypeId type = kept(l.terms, one.value.type);
        made.values.back() = column(one.name, type, initial_value(l.type(type)));
        add_parameter(l, trigger, one.name, type);
    }
    for (std::size_t i = 0; i < ability.params.size(); ++i) {
        if (!ability.params[i].local.is_valid()) continue;
        made.roles.push_back(i);
        add_parameter(l, trigger, ability.params[i].name,
                      l.names.callables.actions[ability.event.action.index].params[i]);
    }
    made.trigger = add_trigger(l, std::move(trigger));
    return made;
}

// The item that one becomes.
void lower_waiting(const Lowering& l, const Waiting& made) {
    PlacedAbility placed;
    placed.ability = made.ability;
    placed.clause = made.clause;
    placed.holes = made.holes;
    std::vector<typed::LocalId> arguments;
    for (const Bound& one : made.captured) {
        if (!one.value.term.is_valid()) arguments.push_back(one.local);
    }
    for (const std::size_t role : made.roles) arguments.push_back(made.ability->params[role].local);
    Place place = item_place(l, made.trigger, placed, arguments);
    place.printed = made.printed;
    std::size_t argument = 0;
    for (const Bound& one : made.captured) {
        if (one.value.term.is_valid()) {
            place.add(one.local, one.name, one.value);
        } else {
            place.locals[argument++].value.type = one.value.type;
        }
    }
    lower_item(l, made.trigger, placed, std::move(place), false, returns(l));
}

std::size_t declare_waiting(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    const typed::Ability& ability = stmt.abilities.front();
    std::vector<Bound> captured = captured_by(l, stmt, place);
    WaitingKey key{&ability, place.holes.get(), {}};
    for (const Bound& one : captured) key.captured.emplace_back(one.value.term, one.value.type);
    const auto known = l.memory.waiting_known.find(key);
    if (known != l.memory.waiting_known.end()) return known->second;
    const Waiting made = declare_slots(l, ability, std::move(captured), place);
    const std::size_t index = l.memory.waiting.size();
    l.memory.waiting.push_back(made);
    l.memory.waiting_known[key] = index;
    l.memory.waiting_for[awaited_by(ability)].push_back(index);
    lower_waiting(l, made);
    return index;
}

// Where one that waits is asked about an event: what it speaks about is in sight, as it lies in a slot.
Place at_waiting(const Waiting& waiting, const Place& place) {
    Place inner = inside(place);
    inner.holes = waiting.holes;
    inner.printed = waiting.printed;
    inner.clause = waiting.clause;
    inner.ability = waiting.ability;
    return inner;
}

}  // namespace

CodeId later(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next) {
    TermPool& pool = l.pool();
    const Waiting waiting = l.memory.waiting[declare_waiting(l, stmt, place)];
    Place inner = place;
    const std::uint32_t level = inner.level;
    const TermId candidate = l.terms.bind(inner, {}, "", waiting.slots);
    const TermId is_free = pool.lnot(l.terms.cell(waiting.waiting, {candidate}));
    const TermId free = l.terms.quantified(TermKind::First, {is_free}, level, waiting.slots);
    // The binder of this level, which is none if all slots are taken.
    const Type perhaps = l.type(l.model.types.optional(waiting.slots));
    const TermId slot = pool.make_leaf(TermKind::Bound, level, {}, perhaps);
    std::vector<CodeId> code{set(l, waiting.waiting, {slot}, pool.truth(true), place.clause)};
    for (std::size_t i = 0; i < waiting.captured.size(); ++i) {
        if (!waiting.values[i].is_valid()) continue;
        const Bound* const bound = place.find(waiting.captured[i].local);
        ERRATA_CHECK(bound != nullptr);
        code.push_back(set(l, waiting.values[i], {slot}, bound->value.term, place.clause));
    }
    code.push_back(shared(l, place.name + ": later", next)());
    const TermId none = pool.equal(slot, pool.constant(none_value));
    const CodeId waits = if_else(l, none, leaf(l, CodeKind::Cut), sequence(l, std::move(code)), place.clause);
    return let(l, level, free, waits);
}

std::optional<TermId> watch(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles,
                            Fixed& fixed) {
    if (l.names.callables.awaited.count(action) == 0) return std::nullopt;
    const TypeId set = l.model.types.set_of(l.model.types.range(0, most_set_elements - 1));
    return fixed.keep_awaiting({false, action.index}, roles, set).term;
}

// The instances are numbered through: the slots of the first `later` that waits for this, then those of the
// second.
TermId awaiting(const Lowering& l, AwaitedEvent event, const std::vector<TypedTerm>& roles,
                const Place& place) {
    TermPool& pool = l.pool();
    TermId set = pool.constant(0);
    Value number = 0;
    for (const std::size_t index : l.memory.waiting_for[event]) {
        const Waiting waiting = l.memory.waiting[index];
        for (Value slot = 0; slot < l.type(waiting.slots).size(); ++slot, ++number) {
            if (number == most_set_elements) {
                l.reporter.error(DiagnosticKind::too_large, waiting.ability->span,
                                 "at most " + std::to_string(most_set_elements) + " can wait for one event",
                                 "lower 'later' in the scope");
                return set;
            }
            Place inner = at_waiting(waiting, place);
            for (std::size_t i = 0; i < waiting.captured.size(); ++i) {
                TypedTerm value = waiting.captured[i].value;
                if (waiting.values[i].is_valid())
                    value.term = l.terms.cell(waiting.values[i], {pool.constant(slot)});
                inner.add(waiting.captured[i].local, waiting.captured[i].name, value);
            }
            const TermId fits = l.terms.match(waiting.ability->params, roles, inner);
            const TermId waits = pool.land({l.terms.cell(waiting.waiting, {pool.constant(slot)}), fits});
            const TermId with = pool.make(TermKind::SetInsert, {set, pool.constant(number)});
            set = pool.make(TermKind::Ite, {waits, with, set});
        }
    }
    return set;
}

CodeId pend_waiting(const Lowering& l, AwaitedEvent event, const std::vector<TypedTerm>& roles,
                    std::optional<TermId> awaited, const Place& place) {
    if (!l.names.callables.has_later) return nothing(l);
    const CodeId code = l.model.flow.code.add({});
    l.to_do.fires.push_back({code, event, roles, awaited, place});
    return code;
}

CodeId fire_waiting(const Lowering& l, AwaitedEvent event, const std::vector<TypedTerm>& roles,
                    std::optional<TermId> awaited, const Place& place) {
    TermPool& pool = l.pool();
    std::vector<CodeId> code;
    Value first = 0;  // of its instances among all that wait for the event
    for (const std::size_t index : l.memory.waiting_for[event]) {
        const Waiting waiting = l.memory.waiting[index];
        const typed::Ability& ability = *waiting.ability;
        Place inner = at_waiting(waiting, place);
        const std::uint32_t level = inner.level;
        const TermId slot = l.terms.bind(inner, {}, "", waiting.slots);
        const auto role = [&](std::size_t i) { return alive(l, roles[i].term, roles[i].type); };
        // What the event was to be about means what it was about, wherever that is now.
        const auto known = [&](typed::LocalId local) -> std::optional<TermId> {
            for (std::size_t i = 0; i < ability.params.size() && i < roles.size(); ++i) {
                const auto& value = ability.params[i].value;
                if (!value.empty() && value[0].kind == typed::ExprKind::Local && value[0].local == local)
                    return role(i);
            }
            return std::nullopt;
        };
        Code instance;
        instance.kind = CodeKind::Pend;
        instance.trigger = waiting.trigger;
        instance.clause = waiting.clause;
        std::vector<CodeId> emptied;
        for (std::size_t i = 0; i < waiting.captured.size(); ++i) {
            const Bound& one = waiting.captured[i];
            if (!waiting.values[i].is_valid()) {
                inner.add(one.local, one.name, one.value);
                continue;
            }
            const TermId value = known(one.local).value_or(l.terms.cell(waiting.values[i], {slot}));
            inner.add(one.local, one.name, {value, one.value.type});
            instance.terms.push_back(value);
            emptied.push_back(clear(l, waiting.values[i], {slot}, waiting.clause));
        }
        emptied.push_back(clear(l, waiting.waiting, {slot}, waiting.clause));
        std::vector<TermId> conjuncts{l.terms.cell(waiting.waiting, {slot})};
        if (ability.kind == AbilityKind::Trigger) {
            l.terms.match(ability.params, roles, inner);
            const TermId number = pool.make(TermKind::Add, {slot, pool.constant(first)});
            conjuncts.push_back(pool.make(TermKind::SetHas, {*awaited, number}));
        }
        first += l.type(waiting.slots).size();
        conjuncts.push_back(l.terms.all(ability.guard, inner));
        for (const std::size_t i : waiting.roles) instance.terms.push_back(role(i));
        emptied.insert(emptied.begin(), l.model.flow.code.add(std::move(instance)));
        code.push_back(for_each(l, level, waiting.slots, pool.land(conjuncts),
                                sequence(l, std::move(emptied)), waiting.clause));
    }
    return sequence(l, std::move(code));
}

}  // namespace errata::compiler
