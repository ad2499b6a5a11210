// `later`: an ability that waits for one event. Waiting instances lie in slots, with what was in sight when
// they were made; when the event comes, each goes to the pending bag and its slot is free again.
#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/items.h"
#include "compiler/lower/pending.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::AbilityKind;

namespace {

constexpr Value default_slots = 2;

AwaitedEvent awaited_by(const typed::Ability& ability) {
    if (ability.kind == AbilityKind::Trigger) return {false, ability.event.action.index};
    return {true, static_cast<std::size_t>(ability.event.phase)};
}

// What the ability speaks about: a value that nothing changes, or the type of what is kept while it waits.
std::vector<Bound> captured_by(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    std::vector<Bound> captured;
    for (const typed::Capture& capture : stmt.captures) {
        const Bound* const bound = place.find(capture.local);
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
